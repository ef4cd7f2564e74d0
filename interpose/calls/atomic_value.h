/* atomic_value.h: which values atomic operations on single elements bring and read, and puts
 * and gets while locks of MPI_Win_lock are held. Programs order their processes by these. A
 * result is read once the operation is complete at its origin. */
#ifndef FENCEPOST_VALUE_H
#define FENCEPOST_VALUE_H

#include "interpose/base/internal.h"
#include "interpose/base/thread.h"

/* Locks of MPI_Win_lock that are held; gets under them that are to be told. */
extern INTERNAL _Atomic int value_locked, value_gets;

/* Before the call: fills in the value that the operation brings. */
void value_issue(struct event *e);
/* The operation was issued, with that event. Its result will be read later. */
void value_follow(const struct event *e);
/* The same of one that needs no event (known_op.h), with its number and its buffer of `size`
 * bytes. */
void value_again(const struct frame *f, uint64_t seq, int64_t buffer, int64_t size);
/* MPI_Win_lock or MPI_Win_unlock has succeeded: 1, -1. */
void value_locks(int more);
/* Now, on the clock of event_value.when; 0 if no such lock is held. */
uint64_t value_when(void);
/* A call that completes operations on the window has returned; target -1: on all targets. The
 * last get is told with that call's event, which is to be fed next, the others after it.
 * A flush completes operations of other threads only if its thread knows of them: those that
 * they have just begun have read nothing yet. */
void value_tell(struct frame *f, uint64_t win, int32_t target);
void value_last(struct event *e);
void value_others(struct frame *f, uint64_t win, int32_t target);
/* The request of a request-based operation was completed. */
void value_request(struct frame *f, uint64_t request);

#endif
