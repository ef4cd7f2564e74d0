/* locking.h: the calls of MPI_Win_lock and MPI_Win_lock_all that threads are in.
 *
 * Two threads may be in such a call at once. The second one locks a target twice although the
 * first has not returned. Only for processes whose threads may call MPI at the same time. */
#ifndef FENCEPOST_LOCKING_H
#define FENCEPOST_LOCKING_H

#include "checker/core/state.h"

/* The call of another thread that locks the target of `e` or, as it locks all targets or `e`
 * does, that one too; NULL if there is none. */
const struct site *locking_meanwhile(const struct window *w, const struct event *e);
void locking_begin(struct check *c, struct window *w, const struct event *e);
/* Returns whether the thread's call had begun; calls that were reported have not. */
int locking_end(struct window *w, const struct event *e);

#endif
