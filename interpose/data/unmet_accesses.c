#include "unmet_accesses.h"
#include <stdlib.h>
#include "interpose/base/world.h"

#define LEVELS 4
#define SHIFT 6        /* the least granule is of 64 bytes; */
#define SHIFT_LEVEL 8  /* one of the next level is so many bits larger */
#define FEW 64         /* rooms at first */
#define MANY (1 << 17) /* and at most */

struct unmet;
/* Puts an access into the list of a granule, a block of addresses that it touches. */
struct unmet_touch {
  struct unmet_touch *next, **at; /* at: what points to this */
  struct unmet *owner;
};
struct unmet {
  struct unmet *next; /* free */
  uint64_t request;
  struct event_data data;
  struct event_run run;
  uint32_t stack;
  int thread;
  uint16_t call;
  uint8_t store, argument, level, touched;
  struct unmet_touch touch[2];
};

/* The numbers of requests grow, so an access has its place by its number. */
static struct unmet **places;
static struct unmet_touch **buckets; /* as many */
static size_t room;
static int count;
static int64_t lowest, highest; /* all bytes lie between these */
static struct unmet *spare;

/* How many accesses each level has. Granules of a level have one size. An access is in the
 * first level whose granules are as large as the access, so it touches two of them at most.
 * Accesses that are larger than any granule are in one list. */
static int counts[LEVELS + 1];

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

static inline void touch_granule(struct unmet *l, int64_t granule) {
  struct unmet_touch *t = &l->touch[l->touched++], **at = bucket_of(l->level, granule);
  *t = (struct unmet_touch){*at, at, l};
  if (*at)
    (*at)->at = &t->next;
  *at = t;
}

static void touch(struct unmet *l) {
  int64_t from = l->data.lo >> shift_of(l->level), to = (l->data.hi - 1) >> shift_of(l->level);
  l->touched = 0;
  if (l->level == LEVELS)
    from = to = 0;
  touch_granule(l, from);
  if (to > from)
    touch_granule(l, to);
}

static void grow(void) {
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
  for (size_t i = 0; i < before; i++)
    if (old[i]) {
      places[old[i]->request & (room - 1)] = old[i];
      touch(old[i]);
    }
  free(old);
}

/* Returns the access whose operation began first, of those that have bytes from lo to hi. */
static struct unmet *met_in(struct unmet *best, struct unmet *l, int64_t lo, int64_t hi) {
  return l->data.lo < hi && lo < l->data.hi && (!best || l->request < best->request) ? l : best;
}

static struct unmet *first_met_at(struct unmet *best, int level, int64_t granule, int64_t lo,
                                  int64_t hi) {
  for (struct unmet_touch *t = *bucket_of(level, granule); t; t = t->next)
    best = met_in(best, t->owner, lo, hi);
  return best;
}

static struct unmet *first_met(int64_t lo, int64_t hi) {
  struct unmet *best = NULL;
  if (!count || hi <= lowest || highest <= lo)
    return NULL;
  for (int level = 0; level < LEVELS; level++) {
    if (!counts[level])
      continue;
    int64_t from = lo >> shift_of(level), to = (hi - 1) >> shift_of(level);
    if (to - from < counts[level])
      for (int64_t g = from; g <= to; g++)
        best = first_met_at(best, level, g, lo, hi);
    else
      for (size_t i = 0; i < room; i++)
        best = places[i] && places[i]->level == level ? met_in(best, places[i], lo, hi) : best;
  }
  return counts[LEVELS] ? first_met_at(best, LEVELS, 0, lo, hi) : best;
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

static struct unmet *unmet_new(void) {
  struct unmet *l = spare;
  spare = l ? l->next : NULL;
  return l ? l : malloc(sizeof *l);
}

static void unmet_add(struct unmet *l) {
  lowest = !count || l->data.lo < lowest ? l->data.lo : lowest;
  highest = !count || l->data.hi > highest ? l->data.hi : highest;
  l->level = (uint8_t)level_of(l->data.hi - l->data.lo);
  places[l->request & (room - 1)] = l;
  counts[l->level]++;
  count++;
  touch(l);
}

int unmet_keep(const struct frame *f, uint32_t stack, int store, uint8_t argument,
               const struct event_data *data, uint64_t request) {
  if ((size_t)count * 2 >= room && room < MANY)
    grow();
  if (!room || places[request & (room - 1)] || data->runs > 1 || !data->present ||
      data->lo >= data->hi || (data->flags & DATA_INEXACT) || first_met(data->lo, data->hi) ||
      check_watches(world.check, data->lo, data->hi))
    return 0;
  struct unmet *l = unmet_new();
  if (!l)
    return 0;
  l->request = request;
  l->data = *data;
  if (data->runs)
    l->run = *data->run;
  l->stack = stack;
  l->thread = f->thread->number;
  l->call = (uint16_t)f->call;
  l->store = (uint8_t)store;
  l->argument = argument;
  unmet_add(l);
  return 1;
}

static struct unmet *unmet_find(uint64_t request) {
  struct unmet *l = room ? places[request & (room - 1)] : NULL;
  return l && l->request == request ? l : NULL;
}

int unmet_drop(uint64_t request) {
  struct unmet *l = unmet_find(request);
  if (!l)
    return 0;
  for (int i = 0; i < l->touched; i++) {
    struct unmet_touch *t = &l->touch[i];
    *t->at = t->next;
    if (t->next)
      t->next->at = t->at;
  }
  counts[l->level]--;
  places[request & (room - 1)] = NULL;
  count--;
  l->next = spare;
  spare = l;
  return 1;
}

static void tell(struct unmet *l, void (*feed)(struct event *)) {
  struct event e = {.kind = EVENT_ACCESS, .stack = l->stack, .call = l->call};
  e.thread = l->thread;
  e.u.access = (struct event_access){
      .store = l->store, .argument = l->argument, .request = l->request, .data = l->data};
  struct event_run run = l->run;
  if (l->data.runs)
    e.u.access.data.run = &run;
  unmet_drop(l->request);
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
      all[n++] = places[i]->request;
  qsort(all, n, sizeof *all, by_number);
  for (size_t i = 0; i < n; i++)
    unmet_tell(all[i], feed);
  free(all);
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
  case EVENT_OP:
  case EVENT_WIN_CREATE:
  case EVENT_WIN_FREE:
  case EVENT_WIN_QUERY:
  case EVENT_ATTACH:
    tell_all(feed);
    break;
  }
}
