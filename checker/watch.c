/* watch.c: at which bytes accesses of the program matter: window memory, own and shared, and
 * buffers in use. */
#include "access.h"

void watch_access(struct check *c, const struct access *a) {
  for (int32_t i = 0; c->out.watch && i < a->runs; i++)
    c->out.watch(c->out.context, &a->run[i], 0);
}

void watch_memory(struct check *c, int64_t lo, int64_t hi) {
  struct event_run all = {lo, hi - lo, 1, 1};
  if (c->out.watch && lo < hi)
    c->out.watch(c->out.context, &all, 1);
}

void watch_renew(struct check *c) {
  c->memory_stale = 1;
  if (c->out.unwatch)
    c->out.unwatch(c->out.context, 1);
}

struct watched {
  void *context;
  void (*each)(void *context, const struct event_run *run, int window);
};

static void each_open(void *context, struct access *a) {
  struct watched *w = context;
  for (int32_t i = 0; i < a->runs; i++)
    w->each(w->context, &a->run[i], 0);
}

static void each_span(const struct spans *s, struct watched *w) {
  for (int i = 0; i < s->count; i++) {
    struct event_run all = {s->at[i].lo, s->at[i].hi - s->at[i].lo, 1, 1};
    w->each(w->context, &all, 1);
  }
}

void check_watched(struct check *c, int window, void *context,
                   void (*each)(void *context, const struct event_run *run, int window)) {
  struct watched w = {context, each};
  if (window) {
    memory_holds(c, 0, 0); /* made again if need be */
    each_span(&c->memory, &w);
    each_span(&c->mapped, &w);
    return;
  }
  for (int i = 0; i < 2; i++)
    shelf_each(&c->open[i], INT64_MIN, INT64_MAX, &w, each_open);
}
