/* match.h: finds the calls that belong together, by counting: the n-th fences of a window at
 * all members are one, and the n-th start of an origin that names a target belongs to the n-th
 * post of that target that names the origin. Calls are given by their index in the program's
 * list; -1: there is none. Cost: linear. */
#ifndef ORACLE_MATCH_H
#define ORACLE_MATCH_H

#include "program.h"

/* Returns the call of `rank` that belongs to the same collective call. */
int match_collective(const struct program *p, int call, int rank);
int match_post(const struct program *p, int start, int target);
int match_start(const struct program *p, int post, int origin);
int match_complete(const struct program *p, int start);
int match_wait(const struct program *p, int post); /* or an MPI_Win_test that returned true */
int match_unlock(const struct program *p, int lock);
int match_release(const struct program *p, int acquire);
int match_done(const struct program *p, int call); /* the call that completes its request */
/* Returns the call that opened the operation's epoch: a fence, start, lock or lock_all. */
int match_epoch(const struct program *p, int op);

#endif
