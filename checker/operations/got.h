/* got.h: what gets under locks have read. A process that waits for a flag gets it again and
 * again. A get that reads what the same one has read before tells nothing, if its process has
 * learned nothing and has updated nothing there in between. So only changes are told. */
#ifndef FENCEPOST_GOT_H
#define FENCEPOST_GOT_H

#include "checker/core/state.h"

/* The value of this get will be known later. */
void got_issued(struct check *c, const struct event *op);
/* It is known now. Returns whether it tells something. */
int got_news(struct check *c, const struct event *value);
/* The process has updated memory of the target (-1: any), or learned something by values. */
void got_outdate(struct check *c, uint64_t win, int32_t target);
void got_free(struct check *c);

#endif
