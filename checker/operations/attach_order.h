/* attach_order.h: when memory of a dynamic window was attached, against the operations on it
 * (section 11.2.4). An access comes after the attach and is complete before the detach, by what
 * orders the two ranks: as its owner has come to both calls, and knows of the operation, it
 * judges. */
#ifndef FENCEPOST_ATTACH_ORDER_H
#define FENCEPOST_ATTACH_ORDER_H

#include "checker/core/access.h"

void attached_add(struct check *c, struct window *w, int i, const struct event *e);
void attached_remove(struct check *c, struct window *w, int i, const struct event *e);
/* An operation is over, whose bytes are addresses. */
void attached_judge(struct check *c, struct window *w, const struct access *a);
/* The last detached memory that the bytes meet, and that was not attached again. */
const struct attachment *attached_before(const struct window *w, struct span s);
void attached_free(struct window *w);

#endif
