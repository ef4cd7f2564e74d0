/* interval_tree.c: a tree of places by address, with the farthest end of each subtree. */
#include "interval_tree.h"
#include <stdlib.h>
#include "state.h"

static int by_address(const struct place *a, const struct place *b) {
  if (a->lo != b->lo)
    return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi)
    return a->hi < b->hi ? -1 : 1;
  if (a->w->id != b->w->id)
    return a->w->id < b->w->id ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static void widen(struct place *p) {
  const struct place *l = RB_LEFT(p, node), *r = RB_RIGHT(p, node);
  p->reach = p->hi;
  if (l && l->reach > p->reach)
    p->reach = l->reach;
  if (r && r->reach > p->reach)
    p->reach = r->reach;
}
#undef RB_AUGMENT
#define RB_AUGMENT(x) widen(x)
RB_GENERATE_INTERNAL(place_tree, place, node, by_address, static __attribute__((unused)))

static void widen_up(struct place *p) {
  for (; p; p = RB_PARENT(p, node))
    widen(p);
}

static void place_drop(struct places *s, struct place *p) {
  free(s->spare);
  s->spare = p;
}

void place_add(struct check *c, struct places *s, struct window *w, int32_t index, int64_t lo,
               int64_t hi) {
  if (lo >= hi)
    return;
  struct place *p = s->spare, *same;
  s->spare = NULL;
  if (!p && !(p = malloc(sizeof *p))) {
    c->failed = 1;
    return;
  }
  *p = (struct place){.lo = lo, .hi = hi, .reach = hi, .w = w, .index = index, .times = 1};
  same = RB_INSERT(place_tree, &s->tree, p);
  if (same) {
    same->times++;
    place_drop(s, p);
  } else {
    w->places++;
    widen_up(p);
  }
}

static void unlink_place(struct places *s, struct place *p) {
  p->w->places--;
  p->hi = INT64_MIN; /* so that no ancestor keeps a larger `reach` because of it */
  widen_up(p);
  RB_REMOVE(place_tree, &s->tree, p);
  place_drop(s, p);
}

void place_remove(struct places *s, struct window *w, int32_t index, int64_t lo, int64_t hi) {
  struct place key = {.lo = lo, .hi = hi, .w = w, .index = index};
  struct place *p = lo < hi ? RB_FIND(place_tree, &s->tree, &key) : NULL;
  if (!p || --p->times)
    return;
  unlink_place(s, p);
}

void places_forget(struct places *s, struct window *w) {
  struct place *p, *next;
  RB_FOREACH_SAFE(p, place_tree, &s->tree, next)
  if (p->w == w)
    unlink_place(s, p);
}

static int visit(const struct place *p, int64_t lo, int64_t hi, void *context,
                 int (*each)(void *context, const struct place *p)) {
  for (; p && p->reach > lo; p = RB_RIGHT(p, node)) {
    if (visit(RB_LEFT(p, node), lo, hi, context, each))
      return 1;
    if (p->lo >= hi)
      return 0;
    if (p->hi > lo && each(context, p))
      return 1;
  }
  return 0;
}

int place_each(const struct places *s, int64_t lo, int64_t hi, void *context,
               int (*each)(void *context, const struct place *p)) {
  return visit(RB_ROOT((struct place_tree *)&s->tree), lo, hi, context, each);
}

static int found(void *unused, const struct place *p) {
  (void)unused;
  (void)p;
  return 1;
}

int place_met(const struct places *s, int64_t lo, int64_t hi) {
  return place_each(s, lo, hi, NULL, found);
}

void places_free(struct places *s) {
  struct place *p;
  while ((p = RB_ROOT(&s->tree))) {
    RB_REMOVE(place_tree, &s->tree, p);
    free(p);
  }
  free(s->spare);
}
