/* order.h: calls that order processes */
#ifndef FENCEPOST_ORDER_H
#define FENCEPOST_ORDER_H

#include "checker/core/state.h"

void order_enter(struct check *c, struct window *w); /* a collective call on the window */
void order_leave(struct check *c, struct window *w);
/* The same, always by messages: what a member sent before has come when it was heard. */
void order_tell(struct check *c, struct window *w);
void order_hear(struct check *c, struct window *w);
/* order_leave for the call that is under way */
void order_posted(struct check *c, struct window *w, const struct event *e);
void order_wait(struct check *c, struct window *w);

#endif
