/* thread_race.h: accesses of two threads of this process that nothing orders.
 *
 * As long as an operation lasts, MPI uses its buffers, whoever else runs (race_local). When it
 * is over, a thread that does not know this may still access the buffer at the same time, in
 * another run. A pair of two plain loads or stores is no matter of MPI. */
#ifndef FENCEPOST_THREAD_RACE_H
#define FENCEPOST_THREAD_RACE_H

struct access;
struct check;

/* `a`: an access of this process that begins, or is over at once. Costs a look where threads
 * are not told apart. */
void thread_race(struct check *c, struct access *a);

#endif
