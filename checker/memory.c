/* memory.c: which memory of this process belongs to windows. */
#include "access.h"

static struct span region_span(const struct event_region *r) {
  int64_t lo = r->base > INT64_MAX ? INT64_MAX : (int64_t)r->base, hi;
  if (__builtin_add_overflow(lo, r->size > 0 ? r->size : 0, &hi))
    hi = INT64_MAX;
  return (struct span){lo, hi};
}

struct span window_span(const struct window *w) {
  if (w->flavor != FLAVOR_DYNAMIC)
    return region_span(&(struct event_region){w->base, w->members[w->me].size});
  struct span all = {0, 0};
  for (int i = 0; i < w->region_count; i++) {
    struct span r = region_span(&w->regions[i]);
    all.lo = i ? all.lo : r.lo;
    all.hi = r.hi > all.hi ? r.hi : all.hi;
  }
  return all;
}

int window_holds(const struct window *w, int64_t lo, int64_t hi) {
  struct span all = window_span(w);
  if (w->freed || !w->made || all.lo >= hi || all.hi <= lo)
    return 0;
  if (w->flavor != FLAVOR_DYNAMIC)
    return 1;
  for (int i = 0; i < w->region_count; i++) {
    struct span r = region_span(&w->regions[i]);
    if (r.lo < hi && r.hi > lo)
      return 1;
  }
  return 0;
}

int window_met(const struct window *w, const struct access *a) {
  struct span all = window_span(w);
  if (w->flavor != FLAVOR_DYNAMIC)
    return access_touches(a, all.lo, all.hi);
  for (int i = 0; i < w->region_count; i++) {
    struct span r = region_span(&w->regions[i]);
    if (access_touches(a, r.lo, r.hi))
      return 1;
  }
  return 0;
}

int window_meets(const struct window *w, const struct access *a) {
  return window_holds(w, a->lo, a->hi) && window_met(w, a);
}

static void add(struct check *c, struct spans *s, int64_t lo, int64_t hi) {
  if (lo < hi)
    spans_add(c, s, lo, hi);
}

static void rebuild(struct check *c) {
  c->memory.count = c->mapped.count = 0;
  c->memory_stale = 0;
  for (struct window *w = c->windows; w && !c->failed; w = w->hh.next) {
    struct span all = window_span(w);
    if (w->freed || !w->made)
      continue;
    if (w->flavor != FLAVOR_DYNAMIC)
      add(c, &c->memory, all.lo, all.hi);
    for (int i = 0; i < w->region_count; i++)
      add(c, &c->memory, region_span(&w->regions[i]).lo, region_span(&w->regions[i]).hi);
    for (int32_t i = 0; w->maps && i < w->count; i++)
      if (i != w->me)
        add(c, &c->mapped, w->maps[i].lo, w->maps[i].hi);
  }
}

int memory_holds(struct check *c, int64_t lo, int64_t hi) {
  if (c->memory_stale)
    rebuild(c);
  return spans_meet(&c->memory, lo, hi);
}

int shared_meets(struct check *c, int64_t lo, int64_t hi) {
  if (c->memory_stale)
    rebuild(c);
  return spans_meet(&c->mapped, lo, hi);
}

static void seen(void *context, struct access *a) {
  (void)a;
  *(int *)context = 1;
}

int check_watches(struct check *c, int64_t lo, int64_t hi) {
  int open = 0;
  for (int i = 0; i < 2; i++)
    if (c->open[i].count)
      shelf_each(&c->open[i], lo, hi, &open, seen);
  return open || memory_holds(c, lo, hi) || shared_meets(c, lo, hi);
}

void check_limit(struct check *c, uint64_t bytes) {
  c->most_bytes = bytes;
}

uint64_t check_lost(const struct check *c) {
  return c->lost;
}

uint64_t check_inexact(const struct check *c) {
  return c->inexact;
}

void check_model(struct check *c, enum model model) {
  c->model = (uint8_t)model;
}

void memory_share(struct check *c, struct window *own, int64_t lo, int64_t hi) {
  int met = memory_holds(c, lo, hi);
  if (lo < hi)
    spans_add(c, &c->memory, lo, hi);
  watch_memory(c, lo, hi);
  if (!met)
    return;
  for (struct window *w = c->windows; w; w = w->hh.next)
    if (w != own && window_holds(w, lo, hi))
      w->shares = own->shares = w->touched = c->overlapping = 1;
}

int memory_meets(struct check *c, const struct access *a) {
  if (!memory_holds(c, a->lo, a->hi))
    return 0;
  for (int i = 0; i < c->memory.count; i++)
    if (access_touches(a, c->memory.at[i].lo, c->memory.at[i].hi))
      return 1;
  return 0;
}
