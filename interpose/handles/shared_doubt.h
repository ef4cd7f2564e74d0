/* shared_doubt.h: which operations a thread may have completed, where a library gives one
 * handle to all operations that are complete at once.
 *
 * Any thread may complete an operation (section 12.4.2), and the handle does not tell which one
 * it is. If the variable is the one into which an operation has put it, it is one of the thread
 * that has started that operation. Otherwise it may be any. Those of these threads that are not
 * over end by it; and of those that are over already, by a call of another thread, the checker
 * is told that this call too may have been theirs. */
#ifndef FENCEPOST_SHARED_DOUBT_H
#define FENCEPOST_SHARED_DOUBT_H

#include "interpose/base/thread.h"

struct request_entry;

/* The call has completed an operation of the shared handle for which *held was held (NULL:
 * none) and which this thread has started (-1: that is not known). Returns whether it is not
 * that which was held: then nothing is held for it any more. Called after
 * requests_shared_begin. */
int shared_doubt(struct frame *f, struct request_entry **held, int starter);

#endif
