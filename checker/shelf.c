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
  if (s == c->open || s == c->open + 1)
    watch_access(c, a);
  a->age = ++c->age;
  c->bytes += (uint64_t)a->size;
}

/* `reach` above it may stay too large, which is only slower. */
void shelf_remove(struct check *c, struct shelf *s, struct access *a) {
  RB_REMOVE(shelf_tree, &s->tree, a);
  s->count--;
  c->bytes -= (uint64_t)a->size;
  if ((s == c->open || s == c->open + 1) && c->out.unwatch)
    c->out.unwatch(c->out.context, 0);
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

/* Accesses under way: the earliest of each rank for each clock it started from. */
#define STARTS_MOST 64
struct starts {
  const struct access *at[STARTS_MOST];
  int count, many;
};

static void starts_add(void *context, struct access *a) {
  struct starts *s = context;
  for (int i = 0; i < s->count; i++)
    if (s->at[i]->start == a->start && s->at[i]->rank == a->rank) {
      if (a->start_time < s->at[i]->start_time)
        s->at[i] = a;
      return;
    }
  if (s->count == STARTS_MOST)
    s->many = 1;
  else
    s->at[s->count++] = a;
}

static void starts_find(struct check *c, struct starts *s) {
  s->count = s->many = 0;
  for (struct window *w = c->windows; w && !s->many; w = w->hh.next)
    for (struct pair *p = w->pairs; p && !s->many; p = p->hh.next)
      for (struct access *a = p->incoming; a && !s->many; a = a->next)
        starts_add(s, a);
  for (struct window *w = c->windows; w && !s->many; w = w->hh.next)
    for (struct access *a = w->arriving; a && !s->many; a = a->next)
      starts_add(s, a);
  for (int i = 0; i < 2; i++)
    shelf_each(&c->open[i], INT64_MIN, INT64_MAX, s, starts_add);
}

/* Every rank knows of event `time` of `rank`, and what it may still do comes after. */
static int all_know(struct check *c, int32_t rank, uint64_t time) {
  if (rank != c->rank && clock_at(c->clock, rank) < time)
    return 0;
  for (int32_t r = 0; r < c->size; r++) {
    struct peer *p;
    if (r == c->rank)
      continue;
    HASH_FIND(hh, c->peers, &r, sizeof r, p);
    if (!p || (r == rank ? p->time : clock_at(p->head, rank)) < time)
      return 0;
  }
  return 1;
}

/* Nothing under way, and nothing that any rank may still do, can be concurrent with it: they
 * all know that it is over. */
static int known_to_all(struct check *c, const struct access *a, const struct starts *s) {
  for (int i = 0; i < s->count; i++)
    if (!access_before(c, a, s->at[i]))
      return 0;
  return all_know(c, a->end_rank, a->end_time);
}

/* The other windows' public copies have the update. */
static int carried_to_all(struct check *c, const struct window *own, const struct access *a) {
  for (struct window *w = own->shares ? c->windows : NULL; w; w = w->hh.next) {
    if (w == own || !window_meets(w, a))
      continue;
    uint64_t time = copy_carries(c, own, w, a);
    if (!time || !all_know(c, c->rank, time))
      return 0;
  }
  return 1;
}

/* ... and the two copies of the window agree about it. */
static int settled(struct check *c, const struct access *a) {
  if (!a->update)
    return 1;
  if (!a->local) {
    struct window *w = window_find(c, a->win);
    return !w || ((w->freed || copy_settled(c, w, a)) && carried_to_all(c, w, a));
  }
  if (a->rank != c->rank) /* through shared memory: of no copy */
    return 1;
  for (struct window *w = c->windows; w; w = w->hh.next) {
    if (!window_meets(w, a))
      continue;
    uint64_t time = copy_publication(w, a);
    if (!time || !all_know(c, c->rank, time))
      return 0;
  }
  return 1;
}

/* Those that only the separate memory model still asks about are kept as long as they are few.
 */
#define UNSETTLED_MOST 4096
struct retirement {
  struct starts starts;
  int unsettled;
};

static int retires(struct check *c, const struct access *a, const void *context) {
  struct retirement *r = (struct retirement *)(uintptr_t)context;
  return known_to_all(c, a, &r->starts) && (settled(c, a) || ++r->unsettled > UNSETTLED_MOST);
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
  RB_FOREACH(a, shelf_tree, &c->shared.tree) age = a->age < age ? a->age : age;
  while (c->bytes > c->most_bytes / 4 * 3 && age < c->age) {
    age += (c->age - age + 3) / 4;
    remove_if(c, &c->remote, &age, older);
    remove_if(c, &c->local, &age, older);
    remove_if(c, &c->shared, &age, older);
  }
}

static size_t kept(const struct check *c) {
  return c->local.count + c->remote.count + c->shared.count;
}

#define RETIRE_LEAST 128

void shelf_retire(struct check *c) {
  int full = c->most_bytes && c->bytes > c->most_bytes;
  if (!full && kept(c) < c->retire_at)
    return;
  struct retirement r = {.unsettled = 0};
  starts_find(c, &r.starts);
  if (!r.starts.many) {
    remove_if(c, &c->local, &r, retires);
    remove_if(c, &c->remote, &r, retires);
    remove_if(c, &c->shared, &r, retires);
  }
  if (c->most_bytes && c->bytes > c->most_bytes)
    give_up(c);
  c->retire_at = 2 * kept(c);
  if (c->retire_at < RETIRE_LEAST)
    c->retire_at = RETIRE_LEAST;
}

static int of_window(struct check *c, const struct access *a, const void *win) {
  const struct window *w = a->update && !a->local ? window_find(c, a->win) : NULL;
  if (w && w->shares) /* it may lie in reach of the third rule */
    return 0;
  return (a->local || a->win == *(const uint64_t *)win) && !memory_meets(c, a);
}

void shelf_forget(struct check *c, uint64_t win) {
  remove_if(c, &c->remote, &win, of_window);
  remove_if(c, &c->local, &win, of_window);
  remove_if(c, &c->shared, &win, of_window);
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
  remove_if(c, &c->shared, NULL, always);
  remove_if(c, &c->open[0], NULL, always);
  remove_if(c, &c->open[1], NULL, always);
}
