/* atomic_value.h: what atomic operations on single elements bring and read, for the order that
 * programs make with them. A result is read once the operation is complete at its origin. */
#ifndef FENCEPOST_VALUE_H
#define FENCEPOST_VALUE_H

#include "interpose/base/thread.h"

/* Before the call: fills in what the operation brings. */
void value_issue(struct event *e);
/* It was issued, with that event: its result is to be read. */
void value_follow(const struct event *e);
/* A call that completes operations on the window has returned; target -1: all. */
void value_tell(struct frame *f, uint64_t win, int32_t target);
/* The request of a request-based operation was completed. */
void value_request(struct frame *f, uint64_t request);

#endif
