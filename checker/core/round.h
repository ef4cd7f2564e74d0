/* round.h: which messages have come from everybody. */
#ifndef FENCEPOST_ROUND_H
#define FENCEPOST_ROUND_H

#include "state.h"

void round_sent(struct check *c);
void round_came(struct check *c, uint64_t generation);
void round_enter(struct check *c);
void round_undo(struct check *c);
void round_leave(struct check *c);
/* Calls were made that were not counted here; they are in c->generation now. */
void round_skip(struct check *c);

#endif
