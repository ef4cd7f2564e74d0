/* missing.h: finds out for whose part a thread waits.
 *
 * It compares the events of two processes: the posts of one with the starts and completes of
 * the other, their fences, locks, messages and collective calls. */
#ifndef FENCEPOST_MISSING_H
#define FENCEPOST_MISSING_H

#include "standstill.h"

/* Fills in what each thread waits for. Cost: linear in the peers that were told, and for a lock
 * in the processes. */
void missing_find(struct scene *s);

/* Returns whether both are in a collective call with the same number on one communicator, but
 * the calls or their roots differ. */
int missing_differs(const struct pending *w, const struct pending *p);
int missing_same_call(const struct pending *w, const struct pending *p);

/* Returns whether p has called MPI_Win_start for every MPI_Win_post of w's process to it. */
int missing_has_started(const struct pending *w, const struct pending *p);

/* Returns whether w waits for all of its messages, not for any of them. */
int missing_is_for_all(const struct pending *w);
/* Returns whether the wait needs all ranks of `missing`; otherwise any of them can end it. */
int missing_needs_all(const struct pending *w);
/* The same, but only if it is certain: of several requests some may be complete already. */
int missing_needs_each(const struct pending *w);

#endif
