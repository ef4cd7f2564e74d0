/* handlers.h: who handles an event in the checker: events.def names them. Those of windows are
 * called only if the window is known, was not freed, and has the target that the event names.
 */
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
