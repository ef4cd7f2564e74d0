#include "walk.h"
#include "interpose/base/aside.h"
#include "interpose/base/world.h"
#include "interpose/stream/feed.h"

static int is_about_handle(int what) {
  return what == ARGUMENT_HANDLE_INVALID || what == ARGUMENT_HANDLE_NULL ||
         what == ARGUMENT_OP_NULL;
}

/* The library may have overwritten a handle. */
static int is_certain(int what) {
  return what != ARGUMENT_HANDLE_INVALID || !world.displaced;
}

void walk_say(struct argument_look *w, int what, int64_t value, int64_t most) {
  struct event e;
  if (w->found || !is_certain(what) || (w->handles_only && !is_about_handle(what)))
    return;
  w->found = 1;
  struct aside a = aside_begin();
  world_event(&e, w->f, EVENT_ARGUMENT);
  w->f->thread->wrong = w->f->thread->seq;
  e.u.argument = (struct event_argument){(uint8_t)what, (uint8_t)w->place, value, most};
  world_feed(&e);
  aside_end(a);
}

void walk_say_at(struct argument_look *w, int place, int what, int64_t value, int64_t most) {
  w->place = place;
  walk_say(w, what, value, most);
}
