#include "clock.h"
#include <stdlib.h>
#include <string.h>

struct clock *clock_hold(struct clock *c) {
  if (c)
    c->refs++;
  return c;
}

void clock_drop(struct clock *c) {
  if (c && !--c->refs)
    free(c);
}

/* Returns the index of the first entry of the rank, or of one after it. */
static inline int32_t find(const struct clock *c, int32_t rank) {
  int32_t lo = 0, hi = c->count;
  while (lo < hi) {
    int32_t middle = lo + (hi - lo) / 2;
    if (c->at[middle].rank < rank)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

uint64_t clock_at(const struct clock *c, int32_t own, int32_t rank, unsigned slot) {
  if (!c)
    return 0;
  for (int32_t i = find(c, rank); i < c->count && c->at[i].rank == rank; i++)
    if (thread_slot(c->at[i].time) == slot)
      return c->at[i].time;
  return rank == own ? 0 : c->floor;
}

/* Entries are sorted by this: less than 0, `a` comes first; 0, they are of one thread. */
static inline int32_t order(const struct event_entry *a, const struct event_entry *b) {
  return a->rank != b->rank ? a->rank - b->rank
                            : (int32_t)thread_slot(a->time) - (int32_t)thread_slot(b->time);
}

uint64_t clock_last(const struct clock *c, int32_t rank) {
  uint64_t last = c ? c->floor : 0;
  for (int32_t i = c ? find(c, rank) : 0; c && i < c->count && c->at[i].rank == rank; i++)
    last = c->at[i].time > last ? c->at[i].time : last;
  return last;
}

/* Returns whether `a` already knows everything that the other clock knows. */
static int covers(const struct clock *a, int32_t own, uint64_t floor, int32_t count,
                  const struct event_entry *at) {
  if (floor > (a ? a->floor : 0))
    return 0;
  for (int32_t i = 0; i < count; i++)
    if (!clock_knows(a, own, at[i].rank, at[i].time))
      return 0;
  return 1;
}

static void put(struct clock *c, int32_t own, const struct event_entry *e) {
  if (e->time > c->floor || e->rank == own)
    c->at[c->count++] = *e;
}

struct clock *clock_join(struct clock *a, int32_t own, uint64_t floor, int32_t count,
                         const struct event_entry *at, int *failed) {
  if (covers(a, own, floor, count, at))
    return a;
  int32_t n = a ? a->count : 0, i = 0, k = 0;
  struct clock *c = malloc(sizeof *c + ((size_t)n + (size_t)count) * sizeof *at);
  if (!c) {
    *failed = 1;
    return a;
  }
  c->refs = 1;
  c->count = 0;
  c->floor = a && a->floor > floor ? a->floor : floor;
  while (i < n && k < count) {
    const struct event_entry *x = &a->at[i], *y = &at[k];
    int32_t first = order(x, y);
    if (first < 0) {
      put(c, own, x);
      i++;
    } else if (first > 0) {
      put(c, own, y);
      k++;
    } else {
      put(c, own, y->time > x->time ? y : x);
      i++;
      k++;
    }
  }
  for (; i < n; i++)
    put(c, own, &a->at[i]);
  for (; k < count; k++)
    put(c, own, &at[k]);
  clock_drop(a);
  return c;
}

struct clock *clock_merge(struct clock *a, int32_t own, const struct clock *b, int *failed) {
  return b && b != a ? clock_join(a, own, b->floor, b->count, b->at, failed) : a;
}

struct clock *clock_add(struct clock *a, int32_t own, int32_t rank, uint64_t time,
                        int *failed) {
  struct event_entry one = {rank, time};
  return clock_join(a, own, 0, 1, &one, failed);
}

int32_t clock_news(const struct clock *now, const struct clock *before,
                   struct event_entry *out) {
  int32_t n = 0, k = 0, known = before ? before->count : 0;
  uint64_t floor = before ? before->floor : 0;
  if (now == before)
    return 0;
  for (int32_t i = 0; now && i < now->count; i++) {
    const struct event_entry *e = &now->at[i];
    while (k < known && order(&before->at[k], e) < 0)
      k++;
    int there = k < known && !order(&before->at[k], e);
    if (there ? e->time > before->at[k].time : e->time > floor || thread_slot(e->time))
      out[n++] = *e;
  }
  return n;
}
