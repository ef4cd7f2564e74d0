/* order.h: the calls that order processes. */
#ifndef FENCEPOST_ORDER_H
#define FENCEPOST_ORDER_H

#include "checker/core/state.h"

void order_enter(struct check *c, struct window *w); /* for a collective call on the window */
void order_leave(struct check *c, struct window *w);
/* The same, always by messages: once this rank has heard a member, everything that the member
 * sent before has arrived. */
void order_tell(struct check *c, struct window *w);
void order_hear(struct check *c, struct window *w);
void order_skip(struct window *w); /* instead of order_hear: the call orders nothing */
void order_posted(struct check *c, struct window *w, const struct event *e);
void order_wait(struct check *c, struct window *w);

#endif
