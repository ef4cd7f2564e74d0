/* target.h: an operation at its target. */
#ifndef FENCEPOST_TARGET_H
#define FENCEPOST_TARGET_H

#include "checker/core/state.h"

/* The operations of the peer in the epochs of MPI_Win_start that this rank has posted
 * (`start`), or all others, are complete. */
void target_complete(struct check *c, struct window *w, struct pair *p, int start, int32_t rank,
                     uint64_t time, uint64_t settled, uint64_t when);
/* This rank has entered `fence`. */
void target_reached(struct check *c, struct window *w, const struct site *fence);
void target_ready(struct check *c, struct window *w);
void target_drop(struct check *c, struct pair *p);

#endif
