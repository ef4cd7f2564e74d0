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

/* Entries are sorted by this. */
static int place_order(int32_t rank, unsigned slot, const struct event_entry *e) {
  if (rank != e->rank)
    return rank < e->rank ? -1 : 1;
  unsigned other = thread_slot(e->time);
  return slot < other ? -1 : slot > other;
}

/* Returns the index of the first entry that is not before that thread. */
static int32_t place_of(const struct clock *c, int32_t rank, unsigned slot) {
  int32_t lo = 0, hi = c->count;
  while (lo < hi) {
    int32_t middle = lo + (hi - lo) / 2;
    if (place_order(rank, slot, &c->at[middle]) > 0)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

uint64_t clock_at(const struct clock *c, int32_t own, int32_t rank, unsigned slot) {
  if (!c)
    return 0;
  int32_t i = place_of(c, rank, slot);
  uint64_t least = rank == own ? 0 : c->floor;
  if (i == c->count || place_order(rank, slot, &c->at[i]))
    return least;
  return c->at[i].time > least ? c->at[i].time : least;
}

int clock_knows(const struct clock *c, int32_t own, int32_t rank, uint64_t time) {
  return clock_at(c, own, rank, thread_slot(time)) >= time;
}

uint64_t clock_last(const struct clock *c, int32_t rank) {
  uint64_t last = c ? c->floor : 0;
  for (int32_t i = c ? place_of(c, rank, 0) : 0; c && i < c->count && c->at[i].rank == rank; i++)
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
  while (i < n || k < count) {
    int order = i == n       ? 1
                : k == count ? -1
                             : place_order(a->at[i].rank, thread_slot(a->at[i].time), &at[k]);
    const struct event_entry *e = order > 0 || (!order && at[k].time > a->at[i].time)
                                      ? &at[k]
                                      : &a->at[i];
    put(c, own, e);
    i += order <= 0;
    k += order >= 0;
  }
  clock_drop(a);
  return c;
}

struct clock *clock_merge(struct clock *a, int32_t own, const struct clock *b, int *failed) {
  return b && b != a ? clock_join(a, own, b->floor, b->count, b->at, failed) : a;
}

struct clock *clock_add(struct clock *a, int32_t own, int32_t rank, uint64_t time, int *failed) {
  struct event_entry one = {rank, time};
  return clock_join(a, own, 0, 1, &one, failed);
}

int32_t clock_news(const struct clock *now, const struct clock *before,
                   struct event_entry *out) {
  int32_t n = 0, k = 0, known = before ? before->count : 0;
  if (now == before)
    return 0;
  for (int32_t i = 0; now && i < now->count; i++) {
    const struct event_entry *e = &now->at[i];
    while (k < known && place_order(e->rank, thread_slot(e->time), &before->at[k]) > 0)
      k++;
    int there = k < known && !place_order(e->rank, thread_slot(e->time), &before->at[k]);
    if (!there || e->time > before->at[k].time)
      out[n++] = *e;
  }
  return n;
}
