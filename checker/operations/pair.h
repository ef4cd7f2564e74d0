/* pair.h: one process that this one meets in post-start-complete-wait synchronisation, and how
 * many calls of each kind both have made. */
#ifndef FENCEPOST_PAIR_H
#define FENCEPOST_PAIR_H

#include "checker/core/state.h"

void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s,
                uint64_t when);
void pair_unstart(struct check *c, struct window *w, int32_t index);
/* `time`: the number of the MPI_Win_post of the peer. */
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s,
                 uint64_t time, uint64_t when);
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s);
int pair_settled(const struct pair *p);
void pair_finalize(struct check *c, struct window *w);
void pair_free(struct check *c, struct window *w);

#endif
