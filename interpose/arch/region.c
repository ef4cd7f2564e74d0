#define _GNU_SOURCE
#include "region.h"
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include "arena.h"
#include "own_call.h"

#define PAGE 4096ul
#define BEYOND (1ul << 26) /* an address so far from an alias may be meant to belong to it */

struct region_table region_table;
static atomic_flag busy = ATOMIC_FLAG_INIT;

__thread int region_within;

void region_take(void) {
  region_within++;
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    sched_yield();
}

void region_leave(void) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
  region_within--;
}

void region_forked(void) {
  if (region_within)
    return;
  region_table.head.version += region_table.head.version & 1;
  atomic_flag_clear(&busy);
}

static void take_to_change(void) {
  region_take();
  atomic_fetch_add(&region_table.head.version, 1);
}

static void leave_changed(void) {
  atomic_fetch_add(&region_table.head.version, 1);
  region_leave();
}

/* A lock that handlers which may fault can take. */
static uint64_t change_begin(void) {
  uint64_t before = signals_hold();
  take_to_change();
  return before;
}

static void change_end(uint64_t before) {
  leave_changed();
  signals_release(before);
}

/* Returns the first region that ends beyond `at`. */
static int position(uintptr_t at) {
  int from = 0, to = region_table.head.count;
  while (from < to) {
    int middle = (from + to) / 2;
    if (region_table.region[middle].hi > at)
      to = middle;
    else
      from = middle + 1;
  }
  return from;
}

static void put_in(int at, const struct region *r) {
  memmove(&region_table.region[at + 1], &region_table.region[at],
          (size_t)(region_table.head.count - at) * sizeof *region_table.region);
  region_table.region[at] = *r;
  region_table.head.count++;
}

int region_add_as(uintptr_t lo, size_t size, intptr_t delta, unsigned state) {
  struct region r = {.lo = lo,
                     .hi = lo + size,
                     .delta = delta,
                     .arena =
                         state & REGION_OPEN ? NULL : arena_for(lo + (uintptr_t)delta, delta),
                     .thread = (uintptr_t)__builtin_thread_pointer(),
                     .windows = (state & REGION_MPI) != 0,
                     .state = state};
  if (!r.arena && !(state & REGION_OPEN))
    return -1;
  uint64_t before = change_begin();
  int fits = region_table.head.count < REGIONS;
  if (fits)
    put_in(position(lo), &r);
  change_end(before);
  return fits ? 0 : -1;
}

int region_add(uintptr_t lo, size_t size, intptr_t delta) {
  return region_add_as(lo, size, delta, 0);
}

void region_remove_all(uintptr_t lo, uintptr_t hi) {
  uint64_t before = change_begin();
  int from = position(lo), to = from;
  while (to < region_table.head.count && region_table.region[to].lo >= lo &&
         region_table.region[to].hi <= hi)
    to++;
  memmove(&region_table.region[from], &region_table.region[to],
          (size_t)(region_table.head.count - to) * sizeof *region_table.region);
  region_table.head.count -= to - from;
  change_end(before);
}

void region_remove(uintptr_t lo) {
  size_t size;
  uintptr_t first = region_bounds(lo, &size);
  if (first)
    region_remove_all(first, first + size);
}

int region_split(uintptr_t at) {
  int failed = 0;
  uint64_t before = change_begin();
  struct region *r = region_find(at);
  if (r && r->lo < at) {
    struct region rest = *r;
    failed = region_table.head.count == REGIONS;
    if (!failed) {
      rest.lo = r->hi = at;
      put_in((int)(r - region_table.region) + 1, &rest);
    }
  }
  change_end(before);
  return failed ? -1 : 0;
}

void region_change_deferred(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *),
                            void *context) {
  take_to_change();
  for (int i = position(lo); i < region_table.head.count && region_table.region[i].lo < hi; i++)
    change(&region_table.region[i], context);
  leave_changed();
}

void region_change(uintptr_t lo, uintptr_t hi, void (*change)(struct region *, void *),
                   void *context) {
  uint64_t before = signals_hold();
  region_change_deferred(lo, hi, change, context);
  signals_release(before);
}

static void set_left(struct region *r, void *unused) {
  (void)unused;
  r->state |= r->state & REGION_OPEN ? REGION_LEFT : 0;
}

void region_left(uintptr_t lo, uintptr_t hi) {
  region_change(lo, hi, set_left, NULL);
}

struct region *region_find(uintptr_t at) {
  int i = position(at);
  return i < region_table.head.count && region_table.region[i].lo <= at
             ? &region_table.region[i]
             : NULL;
}

int region_count(void) {
  return region_table.head.count;
}

int region_look(uintptr_t at, struct region *out) {
  unsigned seen;
  int found;
  do {
    while ((seen = atomic_load_explicit(&region_table.head.version, memory_order_acquire)) & 1)
      sched_yield();
    int i = position(at);
    found = i < region_table.head.count;
    if (found)
      *out = region_table.region[i];
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&region_table.head.version, memory_order_relaxed) != seen);
  return found;
}

static int inside(uintptr_t at, struct region *r) {
  return region_look(at, r) && r->lo <= at;
}

uintptr_t region_alias(uintptr_t at) {
  struct region r;
  return at + (inside(at, &r) ? (uintptr_t)r.delta : 0);
}

void region_each(void (*each)(const struct region *)) {
  struct region r;
  for (uintptr_t at = 0; region_look(at, &r); at = r.hi)
    each(&r);
}

uintptr_t region_bounds(uintptr_t at, size_t *size) {
  struct region r;
  int found = inside(at, &r);
  *size = found ? r.hi - r.lo : 0;
  return found ? r.lo : 0;
}

/* The memory beyond an alias that is lent at the moment. */
static __thread struct {
  uintptr_t lo, hi;
  intptr_t delta;
} lent __attribute__((tls_model("initial-exec")));

static uintptr_t border(uintptr_t at, intptr_t *delta) {
  struct region r;
  *delta = 0;
  if (!region_look(at, &r))
    return UINTPTR_MAX - at;
  if (r.lo > at)
    return r.lo - at;
  *delta = r.delta;
  return r.hi - at;
}

static uintptr_t least(uintptr_t a, uintptr_t b) {
  return a < b ? a : b;
}

uintptr_t region_border(uintptr_t at, intptr_t *delta) {
  uintptr_t size = border(at, delta);
  if (*delta || at >= lent.hi)
    return size;
  if (at < lent.lo)
    return least(size, lent.lo - at);
  size = least(least(size, lent.hi - at), border(at + (uintptr_t)lent.delta, delta));
  *delta += lent.delta;
  return size;
}

void region_gap_narrow(struct region_gap *g, uintptr_t at, const struct region *r) {
  uintptr_t lo = r->lo + (uintptr_t)r->delta, hi = r->hi + (uintptr_t)r->delta;
  if (!r->delta || r->state & (REGION_MPI | REGION_BUFFER))
    return;
  if (hi <= at && hi > g->lo) {
    g->lo = hi;
    g->below = r->delta;
  }
  if (lo <= at && at < hi) /* not beyond it */
    g->hi = 0;
  if (lo > at && lo < g->hi) {
    g->hi = lo;
    g->above = r->delta;
  }
}

intptr_t region_gap_delta(const struct region_gap *g, uintptr_t at) {
  if (g->hi <= at)
    return 0;
  if (at - g->lo < BEYOND && at - g->lo <= g->hi - at)
    return -g->below;
  return g->hi - at < BEYOND ? -g->above : 0;
}

int region_beyond(uintptr_t at) {
  struct region_gap g = {0, UINTPTR_MAX, 0, 0};
  struct region r;
  for (uintptr_t from = 0; region_look(from, &r); from = r.hi)
    region_gap_narrow(&g, at, &r);
  lent.delta = region_gap_delta(&g, at);
  lent.lo = lent.delta ? at & -PAGE : 0;
  lent.hi = lent.delta ? least(lent.lo + 2 * PAGE, g.hi) : 0;
  return lent.delta != 0;
}

void region_return(void) {
  lent.hi = 0;
}

enum region_reach region_reach(uintptr_t lo, uintptr_t hi, intptr_t *delta) {
  struct region r;
  if (!region_look(lo, &r) || r.lo >= hi)
    return REGION_NONE;
  *delta = r.delta;
  for (uintptr_t at = lo; at < hi; at = r.hi)
    if (!inside(at, &r) || r.delta != *delta)
      return REGION_PART;
  return REGION_ALL;
}
