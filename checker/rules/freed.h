/* freed.h: memory that goes away while it is a window's or a buffer in use */
#ifndef FENCEPOST_FREED_H
#define FENCEPOST_FREED_H

#include "checker/core/state.h"

void freed_window(struct check *c, struct window *w,
                  const struct event *e); /* it is about to */

#endif
