/* watch.c: at which bytes accesses of the program matter: window memory, own and shared, and
 * buffers in use. */
#include "access.h"

void watch_access(struct check *c, const struct access *a) {
  for (int32_t i = 0; c->out.watch && i < a->runs; i++)
    c->out.watch(c->out.context, &a->run[i], a->update ? WATCH_WRITTEN : WATCH_READ);
}

void open_add(struct check *c, struct access *a) {
  shelf_add(c, &c->open[a->update], a);
  watch_access(c, a);
}

void open_remove(struct check *c, struct access *a) {
  shelf_remove(&c->open[a->update], a);
  if (c->out.unwatch)
    c->out.unwatch(c->out.context, 0);
}

void watch_memory(struct check *c, int64_t lo, int64_t hi) {
  struct event_run all = {lo, hi - lo, 1, 1};
  if (c->out.watch && lo < hi)
    c->out.watch(c->out.context, &all, WATCH_WINDOW);
}

void watch_renew(struct check *c) {
  if (c->out.unwatch)
    c->out.unwatch(c->out.context, 1);
}

struct watched {
  void *context;
  void (*each)(void *context, const struct event_run *run, enum watch what);
};

static void each_open(void *context, struct access *a) {
  struct watched *w = context;
  for (int32_t i = 0; i < a->runs; i++)
    w->each(w->context, &a->run[i], a->update ? WATCH_WRITTEN : WATCH_READ);
}

static int each_place(void *context, const struct place *p) {
  struct watched *w = context;
  struct event_run all = {p->lo, p->hi - p->lo, 1, 1};
  w->each(w->context, &all, WATCH_WINDOW);
  return 0;
}

void check_watched(struct check *c, int window, void *context,
                   void (*each)(void *context, const struct event_run *run, enum watch what)) {
  struct watched w = {context, each};
  if (window) {
    place_each(&c->memory, INT64_MIN, INT64_MAX, &w, each_place);
    place_each(&c->mapped, INT64_MIN, INT64_MAX, &w, each_place);
    return;
  }
  for (int i = 0; i < 2; i++)
    shelf_each(&c->open[i], INT64_MIN, INT64_MAX, &w, each_open);
}

struct uses {
  int64_t lo, hi;
  unsigned found;
};

static unsigned use_of(const struct access *a) {
  return 1u << (a->update ? WATCH_WRITTEN : WATCH_READ);
}

static void use(void *context, struct access *a) {
  struct uses *u = context;
  if (access_touches(a, u->lo, u->hi))
    u->found |= use_of(a);
}

static int use_found(void *context, const struct access *first, const struct access *last,
                     const struct access *subtree) {
  (void)last;
  (void)subtree;
  return (((struct uses *)context)->found & use_of(first)) != 0;
}

unsigned check_uses(struct check *c, int64_t lo, int64_t hi) {
  struct uses u = {lo, hi, 0};
  for (int i = 0; i < 2; i++)
    if (c->open[i].count)
      shelf_some(&c->open[i], lo, hi, &u, use, use_found);
  if (memory_holds(c, lo, hi) || shared_meets(c, lo, hi))
    u.found |= 1u << WATCH_WINDOW;
  return u.found;
}
