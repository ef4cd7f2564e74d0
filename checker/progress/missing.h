/* missing.h: whose part a thread waits for.
 *
 * Events of two processes are compared: the posts of one with the starts and completes of the
 * other, their fences, locks, messages and collective calls. */
#ifndef FENCEPOST_MISSING_H
#define FENCEPOST_MISSING_H

#include "standstill.h"

/* Fills in what each thread waits for. Cost: linear in the peers that are told of, and for a
 * lock in the processes. */
void missing_find(struct scene *s);

/* Whether both are in a collective call, of the same number on one communicator, but not in the
 * same one: they differ in what they call, or in the root. */
int missing_differs(const struct pending *w, const struct pending *p);
int missing_same_call(const struct pending *w, const struct pending *p);

/* Whether p has called MPI_Win_start for every MPI_Win_post of w's process to it. */
int missing_has_started(const struct pending *w, const struct pending *p);

/* Whether w waits for all messages. */
int missing_is_for_all(const struct pending *w);
/* Whether it ends only when each of `missing` does something (not: when any does). */
int missing_needs_all(const struct pending *w);
/* The same, of what is certain: of several requests some may be complete. */
int missing_needs_each(const struct pending *w);

#endif
