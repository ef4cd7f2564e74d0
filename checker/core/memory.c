/* memory.c: which memory of this process belongs to windows. */
#include <stdlib.h>
#include "access.h"
#include "array.h"
#include "memory.h"
#include "region_tree.h"
#include "shelf.h"
#include "watch.h"
#include "window_table.h"

struct span region_span(const struct event_region *r) {
  int64_t lo = r->base > INT64_MAX ? INT64_MAX : (int64_t)r->base, hi;
  if (__builtin_add_overflow(lo, r->size > 0 ? r->size : 0, &hi))
    hi = INT64_MAX;
  return (struct span){lo, hi};
}

struct span window_span(const struct window *w) {
  if (w->flavor != FLAVOR_DYNAMIC)
    return region_span(&(struct event_region){w->base, window_own(w).size});
  struct attached_region *r = region_first(w);
  if (!r)
    return (struct span){0, 0};
  struct span all = r->past.span;
  for (r = w->regions_mixed ? r : region_before(w, NULL); r; r = region_next(r))
    all.hi = r->past.span.hi > all.hi ? r->past.span.hi : all.hi;
  return all;
}

int window_met(const struct window *w, const struct access *a) {
  struct span all = window_span(w);
  if (w->flavor != FLAVOR_DYNAMIC)
    return access_touches(a, all.lo, all.hi);
  for (struct attached_region *r = region_reaching(w, a->lo); r; r = region_next(r)) {
    if (r->past.span.lo >= a->hi)
      return 0;
    if (access_touches(a, r->past.span.lo, r->past.span.hi))
      return 1;
  }
  return 0;
}

int window_meets(const struct window *w, const struct access *a) {
  return !w->freed && w->made && window_met(w, a);
}

int memory_holds(const struct check *c, int64_t lo, int64_t hi) {
  return place_any(&c->memory.own, lo, hi);
}

int shared_meets(const struct check *c, int64_t lo, int64_t hi) {
  return place_any(&c->memory.mapped, lo, hi);
}

static void seen(void *context, struct access *a) {
  (void)a;
  *(int *)context = 1;
}

int check_watches(struct check *c, int64_t lo, int64_t hi) {
  int open = 0;
  for (int i = 0; i < 2; i++)
    if (c->in_use.open[i].count)
      shelf_each(&c->in_use.open[i], lo, hi, &open, seen);
  if (c->in_use.past.count)
    shelf_each(&c->in_use.past, lo, hi, &open, seen);
  for (int i = 0; c->threads && i < 2; i++) /* those that lie partly in windows */
    open |= shelf_touched(&c->shelves.local[i], lo, hi);
  return open || memory_holds(c, lo, hi) || shared_meets(c, lo, hi);
}

void check_limit(struct check *c, uint64_t bytes) {
  c->retiring.most_bytes = bytes;
}

struct check_gaps check_gaps(const struct check *c) {
  return c->gaps;
}

void check_model(struct check *c, enum model model) {
  c->model = (uint8_t)model;
}

struct sharing {
  struct check *c;
  struct window *own;
};

static int share(void *context, const struct place *p) {
  struct sharing *s = context;
  if (p->w != s->own)
    p->w->shares = p->w->touched = s->own->shares = s->c->memory.overlapping = 1;
  return 0;
}

void memory_add(struct check *c, struct window *own, int64_t lo, int64_t hi) {
  struct sharing s = {c, own};
  place_each(&c->memory.own, lo, hi, &s, share);
  place_add(c, &c->memory.own, own, own->me, lo, hi);
  watch_memory(c, lo, hi);
}

void memory_remove(struct check *c, struct window *w) {
  struct span all = window_span(w);
  if (w->flavor != FLAVOR_DYNAMIC)
    place_remove(&c->memory.own, w, w->me, all.lo, all.hi);
  for (struct attached_region *r = region_first(w); r; r = region_next(r))
    place_remove(&c->memory.own, w, w->me, r->past.span.lo, r->past.span.hi);
}

static int touches(void *context, const struct place *p) {
  return access_touches(context, p->lo, p->hi);
}

int memory_meets(const struct check *c, const struct access *a) {
  return place_each(&c->memory.own, a->lo, a->hi, (void *)(uintptr_t)a, touches);
}

struct meeting {
  struct check *c;
  const struct access *a;
  int count;
};

static int meet(void *context, const struct place *p) {
  struct meeting *m = context;
  struct check *c = m->c;
  if (p->w->met || !access_touches(m->a, p->lo, p->hi))
    return 0;
  c->memory.met =
      check_grow(c, c->memory.met, &c->memory.met_room, m->count + 1, sizeof *c->memory.met);
  if (c->failed)
    return 1;
  p->w->met = 1;
  c->memory.met[m->count++] = p->w;
  return 0;
}

int memory_windows(struct check *c, const struct access *a) {
  struct meeting m = {c, a, 0};
  place_each(&c->memory.own, a->lo, a->hi, &m, meet);
  for (int i = 0; i < m.count; i++)
    c->memory.met[i]->met = 0;
  return m.count;
}

void memory_clear(struct check *c) {
  places_free(&c->memory.own);
  places_free(&c->memory.mapped);
  free(c->memory.met);
}
