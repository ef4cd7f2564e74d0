/* buffer.h: the buffers of MPI calls as accesses (EVENT_ACCESS), from the rows of buffers.def.
 *
 * Whether somebody watches a buffer's bytes is asked when the call is made, or the persistent
 * operation started. A process without windows has nothing to watch: a call costs it one look
 * at a counter. */
#ifndef FENCEPOST_BUFFER_H
#define FENCEPOST_BUFFER_H

#include "thread.h"
#include "use.h"
#include "win.h"

/* Hooks: they run before the others of the call, and after them. Those on leave that belong to
 * one on enter run only if it has set `buffers`. */
void buffer_enter_blocking(struct frame *f);
void buffer_leave_blocking(struct frame *f);
void buffer_enter_pending(struct frame *f);
void buffer_leave_pending(struct frame *f);
void buffer_leave_persistent(struct frame *f);
void buffer_enter_split(struct frame *f);
void buffer_leave_split(struct frame *f);
void buffer_leave_split_end(struct frame *f);

/* Events: an access, pending if it has a request; its end, of EVENT_REQUEST_DONE or _FREE. */
void access_feed(struct frame *f, const struct use *use, uint64_t request);
void access_over(struct frame *f, uint64_t request, int kind);

#endif
