/* attach_order.h: when memory of a dynamic window was attached, compared with the operations on
 * it (section 11.2.4). An operation must come after the attach and be complete before the
 * detach, by the happens-before order of the two ranks. The owner of the memory judges, when it
 * has made both calls and has heard of the operation. */
#ifndef FENCEPOST_ATTACH_ORDER_H
#define FENCEPOST_ATTACH_ORDER_H

#include "checker/core/access.h"

int attached_add(struct check *c, struct window *w, const struct event *e); /* 0: no memory */
void attached_remove(struct check *c, struct window *w, struct attached_region *r,
                     const struct event *e);
/* Is called when an operation is over; its bytes are addresses. */
void attached_judge(struct check *c, struct window *w, const struct access *a);
/* Returns the memory detached last that the bytes meet and that was not attached again. */
const struct attachment *attached_before(const struct window *w, struct span s);
void attached_free(struct window *w);

#endif
