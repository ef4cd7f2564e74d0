/* handlers.h: the functions of the checker that handle events; events.def names them. A handler
 * of a window's event is called only if the window is known and was not freed, and if it has
 * the target that the event names. */
#ifndef FENCEPOST_HANDLERS_H
#define FENCEPOST_HANDLERS_H

#include "include/check.h"

struct window;

#define NOBODY
#define PROGRESS(handler)
#define CHECK(handler) void handler(struct check *c, const struct event *e);
#define WINDOW(handler) void handler(struct check *c, struct window *w, const struct event *e);
#define TARGET(handler) WINDOW(handler)
#define EVENT(NAME, word, body, call, traits, own, others) own others
#include "include/events.def"
#undef NOBODY
#undef PROGRESS
#undef CHECK
#undef WINDOW
#undef TARGET

#endif
