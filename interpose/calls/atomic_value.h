/* atomic_value.h: which values atomic operations on single elements bring and read. Programs
 * order their processes by these. A result is read once the operation is complete at its
 * origin. */
#ifndef FENCEPOST_VALUE_H
#define FENCEPOST_VALUE_H

#include "interpose/base/thread.h"

/* Before the call: fills in the value that the operation brings. */
void value_issue(struct event *e);
/* The operation was issued, with that event. Its result will be read later. */
void value_follow(const struct event *e);
/* A call that completes operations on the window has returned; target -1: on all targets. */
void value_tell(struct frame *f, uint64_t win, int32_t target);
/* The request of a request-based operation was completed. */
void value_request(struct frame *f, uint64_t request);

#endif
