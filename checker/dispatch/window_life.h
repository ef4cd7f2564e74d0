/* window_life.h: a window from its creation until nothing may ask about it any more. */
#ifndef FENCEPOST_WINDOW_LIFE_H
#define FENCEPOST_WINDOW_LIFE_H

#include "checker/core/state.h"

void window_drop(struct check *c, struct window *w);
/* Another rank has told something about the window; this may drop it. */
void window_told(struct check *c, struct window *w);
void window_finalize(struct check *c, const struct event *e);

#endif
