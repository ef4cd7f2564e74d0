/* watch.c: the addresses at which accesses of the program matter: windows, own or shared, and
 * buffers in use. */
#include "access.h"
#include "memory.h"
#include "shelf.h"
#include "watch.h"

void watch_run(struct check *c, const struct event_run *run, int update) {
  if (c->out.watch)
    c->out.watch(c->out.context, run, update ? WATCH_WRITTEN : WATCH_READ);
}

void watch_access(struct check *c, const struct access *a) {
  for (int32_t i = 0; i < a->runs; i++)
    watch_run(c, &a->run[i], a->update);
}

void watch_use(struct check *c, const struct access *a) {
  c->in_use.bytes.lo = a->lo < c->in_use.bytes.lo ? a->lo : c->in_use.bytes.lo;
  c->in_use.bytes.hi = a->hi > c->in_use.bytes.hi ? a->hi : c->in_use.bytes.hi;
  watch_access(c, a);
}

void open_add(struct check *c, struct access *a) {
  shelf_add(c, &c->in_use.open[a->update], a);
  watch_use(c, a);
}

void open_remove(struct check *c, struct access *a) {
  if (a->gone) {
    shelf_remove(&c->in_use.gone, a);
    return;
  }
  shelf_remove(&c->in_use.open[a->update], a);
  if (!c->in_use.open[0].count && !c->in_use.open[1].count && !c->threads)
    c->in_use.bytes = (struct span){INT64_MAX, INT64_MIN};
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
    place_each(&c->memory.own, INT64_MIN, INT64_MAX, &w, each_place);
    place_each(&c->memory.mapped, INT64_MIN, INT64_MAX, &w, each_place);
    return;
  }
  for (int i = 0; i < 2; i++)
    shelf_each(&c->in_use.open[i], INT64_MIN, INT64_MAX, &w, each_open);
  shelf_each(&c->in_use.past, INT64_MIN, INT64_MAX, &w, each_open);
}

void check_in_use(const struct check *c, int64_t *lo, int64_t *hi) {
  *lo = c->in_use.bytes.lo;
  *hi = c->in_use.bytes.hi;
}

unsigned check_uses(struct check *c, int64_t lo, int64_t hi) {
  unsigned found = 0;
  if (shelf_touched(&c->in_use.open[0], lo, hi))
    found |= 1u << WATCH_READ;
  if (shelf_touched(&c->in_use.open[1], lo, hi))
    found |= 1u << WATCH_WRITTEN;
  if (memory_holds(c, lo, hi) || shared_meets(c, lo, hi))
    found |= 1u << WATCH_WINDOW;
  return found;
}
