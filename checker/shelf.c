#include <stdlib.h>
#include "access.h"

static int by_place(const struct access *a, const struct access *b) {
  if (a->lo != b->lo)
    return a->lo < b->lo ? -1 : 1;
  return a < b ? -1 : a > b;
}

static void widen(struct access *a) {
  struct access *l = RB_LEFT(a, node), *r = RB_RIGHT(a, node);
  a->reach = a->hi;
  if (l && l->reach > a->reach)
    a->reach = l->reach;
  if (r && r->reach > a->reach)
    a->reach = r->reach;
}
#undef RB_AUGMENT
#define RB_AUGMENT(x) widen(x)
RB_GENERATE_INTERNAL(shelf_tree, access, node, by_place, static __attribute__((unused)))

/* Its hi is larger than it was. */
void shelf_widen(struct access *a) {
  for (struct access *up = a; up; up = RB_PARENT(up, node))
    widen(up);
}

static void insert(struct shelf *s, struct access *a) {
  a->reach = a->hi;
  RB_INSERT(shelf_tree, &s->tree, a);
  shelf_widen(a);
  s->count++;
}

void shelf_add(struct check *c, struct shelf *s, struct access *a) {
  insert(s, a);
  a->age = ++c->age;
  c->bytes += (uint64_t)a->size;
}

/* `reach` above it may stay too large, which is only slower. */
void shelf_remove(struct check *c, struct shelf *s, struct access *a) {
  RB_REMOVE(shelf_tree, &s->tree, a);
  s->count--;
  c->bytes -= (uint64_t)a->size;
}

static void visit(struct access *a, int64_t lo, int64_t hi, void *context,
                  void (*each)(void *context, struct access *a)) {
  while (a && a->reach > lo) {
    visit(RB_LEFT(a, node), lo, hi, context, each);
    if (a->lo >= hi)
      return;
    if (a->hi > lo)
      each(context, a);
    a = RB_RIGHT(a, node);
  }
}

void shelf_each(const struct shelf *s, int64_t lo, int64_t hi, void *context,
                void (*each)(void *context, struct access *a)) {
  visit(RB_ROOT((struct shelf_tree *)&s->tree), lo, hi, context, each);
}

static void remove_if(struct check *c, struct shelf *s, const void *context,
                      int (*old)(struct check *c, const struct access *a,
                                 const void *context)) {
  struct access *next;
  for (struct access *a = RB_MIN(shelf_tree, &s->tree); a; a = next) {
    next = RB_NEXT(shelf_tree, &s->tree, a);
    if (!old(c, a, context))
      continue;
    shelf_remove(c, s, a);
    access_free(c, a);
  }
}

/* Nothing that any rank may still do can be concurrent with it: they all know that it is over.
 */
static int known_to_all(struct check *c, const struct access *a, const void *unused) {
  (void)unused;
  if (a->end_rank != c->rank && clock_at(c->clock, a->end_rank) < a->end_time)
    return 0;
  for (int32_t r = 0; r < c->size; r++) {
    struct peer *p;
    if (r == c->rank || r == a->end_rank)
      continue;
    HASH_FIND(hh, c->peers, &r, sizeof r, p);
    if (!p || clock_at(p->head, a->end_rank) < a->end_time)
      return 0;
  }
  struct peer *own;
  HASH_FIND(hh, c->peers, &a->end_rank, sizeof a->end_rank, own);
  return a->end_rank == c->rank || (own && own->time >= a->end_time);
}

static int older(struct check *c, const struct access *a, const void *age) {
  if (a->age >= *(const uint64_t *)age)
    return 0;
  c->lost++;
  return 1;
}

/* Beyond the bound the oldest are given up, and counted. */
static void give_up(struct check *c) {
  uint64_t age = c->age;
  struct access *a;
  RB_FOREACH(a, shelf_tree, &c->remote.tree) age = a->age < age ? a->age : age;
  RB_FOREACH(a, shelf_tree, &c->local.tree) age = a->age < age ? a->age : age;
  while (c->bytes > c->most_bytes / 4 * 3 && age < c->age) {
    age += (c->age - age + 3) / 4;
    remove_if(c, &c->remote, &age, older);
    remove_if(c, &c->local, &age, older);
  }
}

#define RETIRE_LEAST 1024

void shelf_retire(struct check *c) {
  int full = c->most_bytes && c->bytes > c->most_bytes;
  if (!full && c->local.count + c->remote.count < c->retire_at)
    return;
  remove_if(c, &c->local, NULL, known_to_all);
  remove_if(c, &c->remote, NULL, known_to_all);
  if (c->most_bytes && c->bytes > c->most_bytes)
    give_up(c);
  c->retire_at = 2 * (c->local.count + c->remote.count);
  if (c->retire_at < RETIRE_LEAST)
    c->retire_at = RETIRE_LEAST;
}

static int of_window(struct check *c, const struct access *a, const void *win) {
  return a->local ? !memory_holds(c, a->lo, a->hi) : a->win == *(const uint64_t *)win;
}

void shelf_forget(struct check *c, uint64_t win) {
  remove_if(c, &c->remote, &win, of_window);
  remove_if(c, &c->local, &win, of_window);
}

static int always(struct check *c, const struct access *a, const void *unused) {
  (void)c;
  (void)a;
  (void)unused;
  return 1;
}

void shelf_clear(struct check *c) {
  remove_if(c, &c->remote, NULL, always);
  remove_if(c, &c->local, NULL, always);
  remove_if(c, &c->open[0], NULL, always);
  remove_if(c, &c->open[1], NULL, always);
}
