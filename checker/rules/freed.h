/* freed.h: memory that goes away while it belongs to a window or to a buffer in use. */
#ifndef FENCEPOST_FREED_H
#define FENCEPOST_FREED_H

#include "checker/core/state.h"

/* Is called before the window is freed. */
void freed_window(struct check *c, struct window *w, const struct event *e);

#endif
