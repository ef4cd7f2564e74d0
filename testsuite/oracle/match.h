/* match.h: which calls belong together, by the standard's counting: the n-th fence of a window
 * is the same at all members, the n-th start that names a target belongs to its n-th post that
 * names the origin. Calls are numbers in the program's list; -1: there is none. Cost: linear.
 */
#ifndef ORACLE_MATCH_H
#define ORACLE_MATCH_H

#include "program.h"

/* The call of `rank` that is the same collective call. */
int match_collective(const struct program *p, int call, int rank);
int match_post(const struct program *p, int start, int target);
int match_start(const struct program *p, int post, int origin);
int match_complete(const struct program *p, int start);
int match_wait(const struct program *p, int post); /* or the test that returned true */
int match_unlock(const struct program *p, int lock);
int match_release(const struct program *p, int acquire);
int match_done(const struct program *p, int call); /* completes its request */
/* The call that opened the epoch of an operation: a fence, start, lock or lock_all. */
int match_epoch(const struct program *p, int op);

#endif
