#include "unmet_accesses.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/world.h"

#define LEVELS 13
#define SHIFT 6        /* the least granule is of 64 bytes; */
#define SHIFT_LEVEL 2  /* one of the next level is so many bits larger */
#define FEW 64         /* rooms at first */
#define MANY (1 << 17) /* and at most */

/* The numbers of requests grow, so an access has its place by its number. */
static struct unmet **places;
static struct unmet_touch **buckets; /* as many */
static size_t room;
static int count, full;         /* when there are so many, the rooms grow */
static int64_t lowest, highest; /* all bytes lie between these */
static struct unmet *spare;
static int stopped; /* nothing is kept any more */
/* Accesses that were kept when all others lay below or above them, and are not in the lists of
 * granules yet: those of programs whose buffers lie in order need never be there. */
static struct unmet_touch *fresh;

/* How many accesses each level has, and which levels have some. Granules of a level have one
 * size. An access is in the first level whose granules are as large as the access, so it
 * touches two of them at most, and few others touch them, because accesses that are kept do not
 * overlap. Accesses that are larger than any granule are in one list. */
static int counts[LEVELS + 1];
static unsigned used;
static struct unmet_touch *lists[LEVELS + 1];

static int shift_of(int level) {
  return SHIFT + level * SHIFT_LEVEL;
}

static inline int level_of(int64_t size) {
  int bits = size > 1 ? 64 - __builtin_clzll((unsigned long long)size - 1) : 0;
  int level = bits <= SHIFT ? 0 : (bits - SHIFT + SHIFT_LEVEL - 1) / SHIFT_LEVEL;
  return level < LEVELS ? level : LEVELS;
}

static inline struct unmet_touch **bucket_of(int level, int64_t granule) {
  uint64_t name = (uint64_t)granule * (LEVELS + 1) + (uint64_t)level;
  return &buckets[name * 0x9e3779b97f4a7c15u >> 32 & (room - 1)];
}

static inline void touch_at(struct unmet *l, struct unmet_touch **at) {
  struct unmet_touch *t = &l->touch[l->touched++];
  *t = (struct unmet_touch){*at, at, l};
  if (*at)
    (*at)->at = &t->next;
  *at = t;
}

static void touch_granule(struct unmet *l, int64_t granule) {
  touch_at(l, bucket_of(l->level, granule));
}

static void touch(struct unmet *l) {
  l->touched = 0;
  touch_at(l, &lists[l->level]);
  if (l->level == LEVELS)
    return;
  int64_t from = l->access.data.lo >> shift_of(l->level),
          to = (l->access.data.hi - 1) >> shift_of(l->level);
  touch_granule(l, from);
  if (to > from)
    touch_granule(l, to);
}

static __attribute__((noinline)) void grow(void) {
  size_t n = room ? room * 2 : FEW;
  struct unmet **p = calloc(n, sizeof(void *));
  struct unmet_touch **b = calloc(n, sizeof(void *));
  if (!p || !b) {
    free(p);
    free(b);
    return;
  }
  struct unmet **old = places;
  free(buckets);
  places = p;
  buckets = b;
  size_t before = room;
  room = n;
  full = n < MANY ? (int)n / 2 : INT_MAX;
  memset(lists, 0, sizeof lists);
  for (size_t i = 0; i < before; i++)
    if (old[i]) {
      places[old[i]->access.request & (room - 1)] = old[i];
      if (!old[i]->fresh)
        touch(old[i]);
    }
  free(old);
}

static inline void touch_nothing(struct unmet *l) {
  for (int i = 0; i < l->touched; i++) {
    struct unmet_touch *t = &l->touch[i];
    *t->at = t->next;
    if (t->next)
      t->next->at = t->at;
  }
  l->touched = 0;
}

static __attribute__((noinline)) void put_in_lists(struct unmet *l) {
  l->fresh = 0;
  l->level = (uint8_t)level_of(l->access.data.hi - l->access.data.lo);
  counts[l->level]++;
  used |= 1u << l->level;
  touch(l);
}

static void touch_fresh(void) {
  while (fresh) {
    struct unmet *l = fresh->owner;
    touch_nothing(l);
    put_in_lists(l);
  }
}

/* Returns the access whose operation began first, of those that have bytes from lo to hi. */
static struct unmet *met_in(struct unmet *best, struct unmet *l, int64_t lo, int64_t hi) {
  return l->access.data.lo < hi && lo < l->access.data.hi &&
                 (!best || l->access.request < best->access.request)
             ? l
             : best;
}

static struct unmet *first_met_in(struct unmet *best, const struct unmet_touch *t, int64_t lo,
                                  int64_t hi) {
  for (; t; t = t->next)
    best = met_in(best, t->owner, lo, hi);
  return best;
}

static inline int is_outside(int64_t lo, int64_t hi) {
  return !count || hi <= lowest || highest <= lo;
}

static __attribute__((noinline)) struct unmet *first_met_inside(int64_t lo, int64_t hi) {
  struct unmet *best = NULL;
  touch_fresh();
  for (unsigned left = used & ((1u << LEVELS) - 1); left; left &= left - 1) {
    int level = __builtin_ctz(left);
    int64_t from = lo >> shift_of(level), to = (hi - 1) >> shift_of(level);
    if (to - from < counts[level])
      for (int64_t g = from; g <= to; g++)
        best = first_met_in(best, *bucket_of(level, g), lo, hi);
    else
      best = first_met_in(best, lists[level], lo, hi);
  }
  return first_met_in(best, lists[LEVELS], lo, hi);
}

static inline struct unmet *first_met(int64_t lo, int64_t hi) {
  return is_outside(lo, hi) ? NULL : first_met_inside(lo, hi);
}

int unmet_meets(int64_t lo, int64_t hi) {
  return first_met(lo, hi) != NULL;
}

int unmet_any(void) {
  return count != 0;
}

void unmet_bounds(int64_t *lo, int64_t *hi) {
  *lo = count && lowest < *lo ? lowest : *lo;
  *hi = count && highest > *hi ? highest : *hi;
}

static int list_of(struct used_bytes *list, int n, const struct unmet_touch *t) {
  for (; t; t = t->next)
    list[n++] = (struct used_bytes){t->owner->access.data.lo, t->owner->access.data.hi};
  return n;
}

int unmet_list(struct used_bytes *list, int most) {
  if (count > most)
    return -1;
  int n = list_of(list, 0, fresh);
  for (int level = 0; level <= LEVELS; level++)
    n = list_of(list, n, lists[level]);
  return n;
}

/* Whether there is no room for it, or too much. */
static inline int is_odd(const struct unmet *l) {
  const struct event_data *d = &l->access.data;
  return stopped || !room || places[l->access.request & (room - 1)] || d->runs > 1 ||
         !d->present || d->lo >= d->hi || (d->flags & DATA_INEXACT);
}

int unmet_put(struct unmet *l) {
  int64_t lo = l->access.data.lo, hi = l->access.data.hi;
  if (count >= full)
    grow();
  int outside = is_outside(lo, hi);
  if (is_odd(l) || (!outside && first_met_inside(lo, hi)) || check_watches(world.check, lo, hi))
    return 0;
  if (l->access.data.runs)
    l->run = *l->access.data.run;
  places[l->access.request & (room - 1)] = l;
  l->pooled = l->touched = 0;
  l->fresh = (uint8_t)outside;
  if (outside)
    touch_at(l, &fresh);
  else
    put_in_lists(l); /* where those that were fresh are now, too */
  lowest = !count || lo < lowest ? lo : lowest;
  highest = !count || hi > highest ? hi : highest;
  count++;
  return 1;
}

int unmet_keep(const struct unmet_access *a) {
  struct unmet *l = spare;
  if (l)
    spare = l->next;
  else if (!(l = malloc(sizeof *l)))
    return 0;
  l->access = *a;
  int kept = unmet_put(l);
  l->pooled = 1;
  if (!kept) {
    l->next = spare;
    spare = l;
  }
  return kept;
}

static struct unmet *unmet_find(uint64_t request) {
  struct unmet *l = room ? places[request & (room - 1)] : NULL;
  return l && l->access.request == request ? l : NULL;
}

int unmet_drop(uint64_t request) {
  struct unmet *l = unmet_find(request);
  if (!l)
    return 0;
  touch_nothing(l);
  if (!l->fresh && !--counts[l->level])
    used &= ~(1u << l->level);
  places[request & (room - 1)] = NULL;
  count--;
  if (l->pooled) {
    l->next = spare;
    spare = l;
  }
  return 1;
}

static void tell(struct unmet *l, void (*feed)(struct event *)) {
  struct event e = {.kind = EVENT_ACCESS, .stack = l->access.stack, .call = l->access.call};
  e.thread = l->access.thread;
  e.u.access = (struct event_access){.store = l->access.store,
                                     .argument = l->access.argument,
                                     .request = l->access.request,
                                     .data = l->access.data};
  struct event_run run = l->run;
  if (l->access.data.runs)
    e.u.access.data.run = &run;
  unmet_drop(l->access.request);
  feed(&e);
}

void unmet_tell(uint64_t request, void (*feed)(struct event *)) {
  struct unmet *l = unmet_find(request);
  if (l)
    tell(l, feed);
}

static int by_number(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* In the order in which the operations began. */
static void tell_all(void (*feed)(struct event *)) {
  uint64_t *all = malloc((size_t)count * sizeof *all);
  size_t n = 0;
  if (!all) {
    world_off("out of memory", 0);
    return;
  }
  for (size_t i = 0; i < room; i++)
    if (places[i])
      all[n++] = places[i]->access.request;
  qsort(all, n, sizeof *all, by_number);
  for (size_t i = 0; i < n; i++)
    unmet_tell(all[i], feed);
  free(all);
}

void unmet_stop(void (*feed)(struct event *)) {
  stopped = 1;
  if (count)
    tell_all(feed);
}

void unmet_before(const struct event *e, void (*feed)(struct event *)) {
  struct unmet *l;
  switch (count ? e->kind : 0) {
  case EVENT_ACCESS:
    while ((l = first_met(e->u.access.data.lo, e->u.access.data.hi)))
      tell(l, feed);
    break;
  case EVENT_FREED:
    while ((
        l = first_met((int64_t)e->u.region.base, (int64_t)e->u.region.base + e->u.region.size)))
      tell(l, feed);
    break;
  case EVENT_FAULT:
    while ((l = first_met((int64_t)e->u.fault.address, (int64_t)e->u.fault.address + 1)))
      tell(l, feed);
    break;
  case EVENT_OP:
  case EVENT_WIN_CREATE:
  case EVENT_WIN_FREE:
  case EVENT_WIN_QUERY:
  case EVENT_ATTACH:
    tell_all(feed);
    break;
  }
}
