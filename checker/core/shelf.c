#include <stdlib.h>
#include <string.h>
#include "access.h"
#include "shelf.h"

#define COMPARE(field)                                                                         \
  if (a->field != b->field)                                                                    \
  return a->field < b->field ? -1 : 1

/* The properties that decide whether accesses of two ranks can be in conflict, whatever the
 * time. */
static int by_kind(const struct access *a, const struct access *b) {
  COMPARE(lo);
  COMPARE(win);
  COMPARE(update);
  COMPARE(local);
  COMPARE(op);
  COMPARE(reduce);
  COMPARE(basic);
  COMPARE(whole);
  COMPARE(epoch);
  COMPARE(exclusive);
  COMPARE(nocheck);
  return 0;
}

/* Accesses of one kind are sorted by rank, those of one rank by the thread that ended them, and
 * these by their end. */
static int by_place(const struct access *a, const struct access *b) {
  int order = by_kind(a, b);
  if (order)
    return order;
  COMPARE(rank);
  unsigned x = thread_slot(a->end_time), y = thread_slot(b->end_time);
  if (x != y)
    return x < y ? -1 : 1;
  COMPARE(age);
  return 0;
}

/* Returns whether it has the same bytes, line and locks, and was over no earlier. */
static int stands_for(const struct access *n, const struct access *a) {
  return access_same_line(n, a) && access_same(n, a) && n->end_rank == a->end_rank &&
         n->end_time >= a->end_time;
}

#define PLACES_OF_LINE 4 /* where a line may be in struct access_lines */

/* A bit for each slot; the last one is for all slots that have none of their own. */
static uint64_t thread_bit(unsigned slot) {
  return (uint64_t)1 << (slot < 63 ? slot : 63);
}

static void begin_subtree(struct access *a) {
  a->reach = a->hi;
  a->threads = thread_bit(thread_slot(a->end_time));
  a->lines = (uint64_t)1 << a->line;
}

static void take_in(struct access *a, const struct access *child) {
  if (child->reach > a->reach)
    a->reach = child->reach;
  a->threads |= child->threads;
  a->lines |= child->lines;
}

static void widen(struct access *a) {
  begin_subtree(a);
  if (RB_LEFT(a, node))
    take_in(a, RB_LEFT(a, node));
  if (RB_RIGHT(a, node))
    take_in(a, RB_RIGHT(a, node));
}
#undef RB_AUGMENT
#define RB_AUGMENT(x) widen(x)
RB_GENERATE_INTERNAL(shelf_tree, access, node, by_place, static __attribute__((unused)))

#define FOLLOWERS_MOST 8

struct access *shelf_follower(struct access *a) {
  struct access *n = a;
  for (int i = 0; i < FOLLOWERS_MOST; i++) {
    n = RB_NEXT(shelf_tree, NULL, n);
    if (!n || by_kind(a, n) || n->rank != a->rank)
      return NULL;
    if (stands_for(n, a))
      return n;
  }
  return NULL;
}

static int same_thread(const struct access *a, const struct access *b) {
  return !by_kind(a, b) && a->rank == b->rank &&
         thread_slot(a->end_time) == thread_slot(b->end_time);
}

struct access *shelf_newest(const struct shelf *s, struct access *a) {
  struct access *n = RB_ROOT((struct shelf_tree *)&s->tree), *before = NULL;
  a->age = UINT64_MAX;
  while (n)
    if (by_place(n, a) < 0) {
      before = n;
      n = RB_RIGHT(n, node);
    } else {
      n = RB_LEFT(n, node);
    }
  return before && same_thread(before, a) ? before : NULL;
}

struct access *shelf_older(struct access *a) {
  struct access *before = RB_PREV(shelf_tree, NULL, a);
  return before && same_thread(before, a) ? before : NULL;
}

/* Returns whether anything has changed for the access above it. */
static int widens(struct access *a) {
  int64_t reach = a->reach;
  uint64_t threads = a->threads, lines = a->lines;
  widen(a);
  return a->reach != reach || a->threads != threads || a->lines != lines;
}

/* The access has grown: its hi is larger than before. */
void shelf_widen(struct access *a) {
  while (a && widens(a))
    a = RB_PARENT(a, node);
}

/* What is below an access is noted there on the way down, because rotations rely on it. */
static void insert(struct shelf *s, struct access *a) {
  struct access **at = &RB_ROOT(&s->tree), *parent = NULL;
  begin_subtree(a);
  while (*at) {
    parent = *at;
    take_in(parent, a);
    at = by_place(a, parent) < 0 ? &RB_LEFT(parent, node) : &RB_RIGHT(parent, node);
  }
  RB_SET(a, parent, node);
  *at = a;
  shelf_tree_RB_INSERT_COLOR(&s->tree, a);
  s->count++;
}

/* Returns the bit of the line. One that had accesses often finds its old place. */
static unsigned line_find(struct access_lines *all, const struct line *line) {
  uint32_t hash = line->stack + (uint32_t)line->rank + line->call;
  unsigned unused = LINE_OTHERS;
  for (unsigned i = 0; i < PLACES_OF_LINE; i++) {
    unsigned at = (hash + i) % LINE_OTHERS;
    if (!memcmp(&all->line[at], line, sizeof *line))
      return at;
    if (!all->count[at] && unused == LINE_OTHERS)
      unused = at;
  }
  if (unused != LINE_OTHERS)
    all->line[unused] = *line;
  return unused;
}

void shelf_add(struct check *c, struct shelf *s, struct access *a) {
  struct line line = {a->site.rank, a->site.stack, a->site.call, a->tainted};
  a->line = (uint8_t)line_find(&c->shelves.lines, &line);
  c->shelves.lines.count[a->line]++;
  a->age = ++c->shelves.age;
  insert(s, a);
  s->bytes += (uint64_t)a->size;
}

void shelf_remove(struct check *c, struct shelf *s, struct access *a) {
  c->shelves.lines.count[a->line]--;
  int64_t hi = a->hi;
  a->hi = INT64_MIN; /* so that no ancestor keeps a larger `reach` because of it */
  shelf_widen(a);
  RB_REMOVE(shelf_tree, &s->tree, a);
  a->hi = hi;
  s->count--;
  s->bytes -= (uint64_t)a->size;
}

static int is_apart(const struct visit *v, const struct access *a, const struct access *first) {
  return v->apart && (a->reach <= v->near_lo || (first && first->lo >= v->near_hi)) &&
         v->apart(v->context, a);
}

/* Visits the subtree of `a`, which lies between `first` and `last` (NULL: no bound). */
static void visit(const struct visit *v, struct access *a, const struct access *first,
                  const struct access *last) {
  while (a && a->reach > v->lo && (!v->threads || a->threads & v->threads)) {
    if (v->harmless && first && last && !by_kind(first, last) &&
        v->harmless(v->context, first, last, a))
      return;
    if (is_apart(v, a, first))
      return;
    visit(v, RB_LEFT(a, node), first, a);
    if (a->lo >= v->hi)
      return;
    if (a->hi > v->lo)
      v->each(v->context, a);
    first = a;
    a = RB_RIGHT(a, node);
  }
}

void shelf_each(const struct shelf *s, int64_t lo, int64_t hi, void *context,
                void (*each)(void *context, struct access *a)) {
  shelf_some(s, &(struct visit){.lo = lo, .hi = hi, .context = context, .each = each});
}

void shelf_of_others(const struct shelf *s, int64_t lo, int64_t hi, unsigned slot,
                     void *context, void (*each)(void *context, struct access *a)) {
  uint64_t one = thread_bit(slot), all_but_last = (uint64_t)-1 >> 1;
  struct visit v = {
      .lo = lo, .hi = hi, .context = context, .each = each, .threads = ~(one & all_but_last)};
  visit(&v, RB_ROOT((struct shelf_tree *)&s->tree), NULL, NULL);
}

/* Returns the first access that ends beyond `lo`. */
static struct access *first_beyond(struct access *a, int64_t lo) {
  if (!a || a->reach <= lo)
    return NULL;
  for (struct access *left; (left = RB_LEFT(a, node)) && left->reach > lo; a = left)
    ;
  return a->hi > lo ? a : first_beyond(RB_RIGHT(a, node), lo);
}

static struct access *last_before(struct access *a, int64_t hi) {
  struct access *last = NULL;
  while (a) {
    last = a->lo < hi ? a : last;
    a = a->lo < hi ? RB_RIGHT(a, node) : RB_LEFT(a, node);
  }
  return last;
}

/* Often all accesses there are of one kind, and none is of interest. */
static int all_harmless(struct access *root, const struct visit *v) {
  const struct access *first = first_beyond(root, v->lo);
  if (!first || first->lo >= v->hi)
    return 1;
  const struct access *last = last_before(root, v->hi);
  return v->harmless && !by_kind(first, last) && v->harmless(v->context, first, last, root);
}

void shelf_some(const struct shelf *s, const struct visit *v) {
  struct access *root = RB_ROOT((struct shelf_tree *)&s->tree);
  if (!all_harmless(root, v))
    visit(v, root, NULL, NULL);
}

static int touched(const struct access *a, int64_t lo, int64_t hi) {
  for (; a && a->reach > lo; a = RB_RIGHT(a, node)) {
    if (touched(RB_LEFT(a, node), lo, hi))
      return 1;
    if (a->lo >= hi)
      return 0;
    if (access_touches(a, lo, hi))
      return 1;
  }
  return 0;
}

int shelf_touched(const struct shelf *s, int64_t lo, int64_t hi) {
  return touched(RB_ROOT((struct shelf_tree *)&s->tree), lo, hi);
}

void shelf_remove_if(struct check *c, struct shelf *s, const void *context,
                     int (*old)(struct check *c, struct access *a, const void *context)) {
  struct access *next;
  for (struct access *a = RB_MIN(shelf_tree, &s->tree); a; a = next) {
    next = RB_NEXT(shelf_tree, &s->tree, a);
    if (!old(c, a, context))
      continue;
    shelf_remove(c, s, a);
    access_free(c, a);
  }
}

static int always(struct check *c, struct access *a, const void *unused) {
  (void)c;
  (void)a;
  (void)unused;
  return 1;
}

void shelf_clear(struct check *c) {
  shelf_remove_if(c, &c->shelves.shared, NULL, always);
  shelf_remove_if(c, &c->in_use.gone, NULL, always);
  shelf_remove_if(c, &c->in_use.past, NULL, always);
  for (int update = 0; update < 2; update++) {
    shelf_remove_if(c, &c->shelves.remote[update], NULL, always);
    shelf_remove_if(c, &c->shelves.local[update], NULL, always);
    shelf_remove_if(c, &c->in_use.open[update], NULL, always);
  }
}
