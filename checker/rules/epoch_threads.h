/* epoch_threads.h: an operation by one thread in an epoch that another thread of the process
 * opens or ends. An epoch is the process's, so any thread may do so; but what opens the epoch
 * must come before the operation, and what ends it after, by something that orders the threads.
 * That it did so in this run is luck: in another one the operation stands outside of the epoch
 * (sections 11.5 and 12.4).
 *
 * Of each thread the last operation on a window is remembered, by the slot of the thread.
 * Fences are left out, because between two of them an operation is in an epoch wherever it
 * comes. A process whose threads are not told apart pays for a look. */
#ifndef FENCEPOST_EPOCH_THREADS_H
#define FENCEPOST_EPOCH_THREADS_H

#include "checker/core/state.h"

/* The operation begins, in an epoch. Called only where threads are told apart. */
void epoch_threads_op(struct check *c, struct window *w, const struct event *e);
/* The call ends the access epoch towards that target; -1: towards all. */
void epoch_threads_end(struct check *c, struct window *w, const struct event *e, int32_t index);

#endif
