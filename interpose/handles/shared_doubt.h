/* shared_doubt.h: which operations a thread may have completed, where a library gives one
 * handle to all operations that are complete at once.
 *
 * Any thread may complete an operation (section 12.4.2), and the handle does not tell which one
 * it is. If the variable is the one into which an operation of this thread has put it, that is
 * the one. Otherwise it may be any. Those of other threads that are not over end by it; and of
 * those that are over already, by a call of another thread, the checker is told that this call
 * too may have been theirs. */
#ifndef FENCEPOST_SHARED_DOUBT_H
#define FENCEPOST_SHARED_DOUBT_H

#include "interpose/base/thread.h"

struct request_entry;

/* The call has completed an operation of the shared handle for which `e` was held (NULL: none).
 * `own`: it is known to be one of this thread. Called after requests_shared_begin. */
void shared_doubt(struct frame *f, const struct request_entry *e, int own);

#endif
