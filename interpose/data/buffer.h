/* buffer.h: the buffers of MPI calls as accesses (EVENT_ACCESS), from the rows of buffers.def.
 *
 * A blocking call has accesses only to bytes that somebody watches when it begins: those of
 * windows and of pending operations; where there are neither, it costs a look at two counters.
 * What is pending until its request is complete is told always. */
#ifndef FENCEPOST_BUFFER_H
#define FENCEPOST_BUFFER_H

#include "interpose/base/thread.h"
#include "use.h"
#include "interpose/calls/win.h"

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

/* Events: an access at once; one that is pending, under the request that is returned; its end,
 * of EVENT_REQUEST_DONE or _FREE. */
void access_feed(struct frame *f, const struct use *use, uint64_t request);
uint64_t access_begin(struct frame *f, const struct use *uses);
void access_end(struct frame *f, uint64_t request, int kind);

extern _Atomic int access_pending; /* how many are */

/* Whether there is anything that an access at once could conflict with. */
static inline int access_watched(void) {
  return win_count || access_pending;
}

#endif
