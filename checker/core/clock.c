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

uint64_t clock_at(const struct clock *c, int32_t rank) {
  int32_t lo = 0, hi = c ? c->count : 0;
  while (lo < hi) {
    int32_t middle = lo + (hi - lo) / 2;
    if (c->at[middle].rank < rank)
      lo = middle + 1;
    else
      hi = middle;
  }
  if (c && lo < c->count && c->at[lo].rank == rank)
    return c->at[lo].time;
  return c ? c->floor : 0;
}

/* Returns whether `a` already knows everything that the other clock knows. */
static int covers(const struct clock *a, uint64_t floor, int32_t count,
                  const struct event_entry *at) {
  if (floor > (a ? a->floor : 0))
    return 0;
  for (int32_t i = 0; i < count; i++)
    if (clock_at(a, at[i].rank) < at[i].time)
      return 0;
  return 1;
}

static void put(struct clock *c, int32_t rank, uint64_t time) {
  if (time > c->floor)
    c->at[c->count++] = (struct event_entry){rank, time};
}

struct clock *clock_join(struct clock *a, uint64_t floor, int32_t count,
                         const struct event_entry *at, int *failed) {
  if (covers(a, floor, count, at))
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
    if (k == count || (i < n && a->at[i].rank < at[k].rank)) {
      put(c, a->at[i].rank, a->at[i].time);
      i++;
    } else if (i == n || at[k].rank < a->at[i].rank) {
      put(c, at[k].rank, at[k].time);
      k++;
    } else {
      put(c, at[k].rank, a->at[i].time > at[k].time ? a->at[i].time : at[k].time);
      i++;
      k++;
    }
  }
  clock_drop(a);
  return c;
}

struct clock *clock_merge(struct clock *a, const struct clock *b, int *failed) {
  return b && b != a ? clock_join(a, b->floor, b->count, b->at, failed) : a;
}

struct clock *clock_add(struct clock *a, int32_t rank, uint64_t time, int *failed) {
  struct event_entry one = {rank, time};
  return clock_join(a, 0, 1, &one, failed);
}

int32_t clock_news(const struct clock *now, const struct clock *before,
                   struct event_entry *out) {
  int32_t n = 0, k = 0, known = before ? before->count : 0;
  uint64_t floor = before ? before->floor : 0;
  if (now == before)
    return 0;
  for (int32_t i = 0; now && i < now->count; i++) {
    while (k < known && before->at[k].rank < now->at[i].rank)
      k++;
    uint64_t old =
        k < known && before->at[k].rank == now->at[i].rank ? before->at[k].time : floor;
    if (now->at[i].time > old)
      out[n++] = now->at[i];
  }
  return n;
}
