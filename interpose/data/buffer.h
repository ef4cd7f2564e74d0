/* buffer.h: tells the buffers of MPI calls as accesses (EVENT_ACCESS), by the rows of
 * buffers.def.
 *
 * A blocking call tells accesses only to bytes that matter when it begins: those of windows and
 * of pending operations. If there are neither, this costs a look at two counters. An access
 * that is pending until its request is complete is always told. */
#ifndef FENCEPOST_BUFFER_H
#define FENCEPOST_BUFFER_H

#include "interpose/base/thread.h"
#include "unmet_accesses.h"
#include "use.h"
#include "interpose/calls/win.h"
#include "interpose/order/thread_order.h"
#include "interpose/base/internal.h"

/* Hooks. They run before the call's other hooks on enter, and after them on leave. A hook on
 * leave that belongs to one on enter runs only if that one has set `buffers`. */
void buffer_enter_blocking(struct frame *f);
void buffer_leave_blocking(struct frame *f);
void buffer_enter_pending(struct frame *f);
void buffer_leave_pending(struct frame *f);
void buffer_leave_persistent(struct frame *f);
void buffer_enter_split(struct frame *f);
void buffer_leave_split(struct frame *f);
void buffer_leave_split_end(struct frame *f);
/* Returns which split collective call is under way on the file, -1: none. buffer: NULL or where
 * to put its buffer. */
int buffer_split_call(MPI_File file, const void **buffer);

/* Feed events: an access that is over at once; one that is pending, whose request is returned;
 * its end, by EVENT_REQUEST_DONE or _FREE. */
void access_feed(struct frame *f, const struct use *use, uint64_t request);
uint64_t access_begin(struct frame *f, const struct use *uses);
void access_end(struct frame *f, uint64_t request, int kind);

/* Buffers of nonblocking calls that are like one before, as long as type_version is the same:
 * items of a datatype without gaps. */
struct buffer_like {
  struct unmet_access item; /* an item at address 0; its stack is filled in later */
};
/* For the buffer `buffer` of the call. Returns 0 if more has to be known each time. */
int buffer_like_find(struct buffer_like *b, const struct frame *f, int store,
                     const void *buffer, MPI_Datatype type);
/* In place of the first hook of such a call, and of the second if the request has been
 * followed. `to`: rank of the world that gets a message, or -1. The first returns 0, with
 * nothing changed, if the hooks must run. */
int buffer_enter_like(struct frame *f, const struct buffer_like *b, const void *buffer,
                      int64_t count, MPI_Request *request, int32_t to);
/* What follows the request. */
static inline struct pending_request *buffer_pending(const struct frame *f) {
  return f->buffers.any;
}

extern INTERNAL _Atomic int access_pending; /* how many are */

/* Returns whether there is anything that an access which is over at once could conflict
 * with. */
static inline int access_watched(void) {
  return win_count || access_pending || order_several;
}

#endif
