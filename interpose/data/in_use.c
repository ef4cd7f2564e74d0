#include "in_use.h"
#include <stdlib.h>
#include "interpose/base/world.h"
#include "unmet_accesses.h"

#define FEW 64 /* entries of the list; of more, only the range is known */
#define NEW 4  /* of these the last may be in any order */

/* The range. */
_Atomic int64_t in_use_first = INT64_MAX;
_Atomic int64_t in_use_end = INT64_MIN;

/* The list: first `sorted` entries that lie apart and in order, then those that came since it
 * was made. Who changes it has the lock of the world; readers have none, so the version is odd
 * while the list changes, and while it does not hold all buffers in use. */
static struct { _Atomic int64_t lo, hi; } list[FEW + NEW];
static _Atomic int sorted, listed;
_Atomic unsigned in_use_version = 1;
__thread struct in_use_gap in_use_gap;
static uint64_t grown; /* as check_in_use told it last */

static void list_leave(void) {
  atomic_store_explicit(&in_use_version, in_use_version | 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

static void list_give(void) {
  atomic_store_explicit(&in_use_version, in_use_version + 1, memory_order_release);
}

static void list_set(int at, int64_t lo, int64_t hi) {
  atomic_store_explicit(&list[at].lo, lo, memory_order_relaxed);
  atomic_store_explicit(&list[at].hi, hi, memory_order_relaxed);
}

static int by_lo(const void *a, const void *b) {
  const struct used_bytes *x = a, *y = b;
  return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* Called while the version is odd. */
static void list_make(void) {
  struct used_bytes all[FEW];
  int n = check_in_use_list(world.check, all, FEW), kept = 0;
  int more = n < 0 ? -1 : unmet_list(all + n, FEW - n);
  if (more < 0)
    return;
  n += more;
  qsort(all, (size_t)n, sizeof *all, by_lo);
  for (int i = 0; i < n; i++)
    if (kept && all[i].lo <= list[kept - 1].hi)
      list_set(kept - 1, list[kept - 1].lo,
               all[i].hi > list[kept - 1].hi ? all[i].hi : list[kept - 1].hi);
    else
      list_set(kept++, all[i].lo, all[i].hi);
  atomic_store_explicit(&sorted, kept, memory_order_relaxed);
  atomic_store_explicit(&listed, kept, memory_order_relaxed);
  list_give();
}

static void list_add(int64_t lo, int64_t hi) {
  int n = listed;
  if (in_use_version & 1)
    return;
  list_leave();
  if (n - sorted == NEW)
    return;
  list_set(n, lo, hi);
  atomic_store_explicit(&listed, n + 1, memory_order_relaxed);
  list_give();
}

/* Leaves of the gap around `at` what entry `i` does not use: nothing if that uses `at`. */
static void narrow(struct used_bytes *gap, int64_t at, int i) {
  int64_t lo = atomic_load_explicit(&list[i].lo, memory_order_relaxed);
  int64_t hi = atomic_load_explicit(&list[i].hi, memory_order_relaxed);
  if (hi <= at)
    gap->lo = hi > gap->lo ? hi : gap->lo;
  else
    gap->hi = lo < gap->hi ? lo : gap->hi;
}

static struct used_bytes gap_around(int64_t at) {
  struct used_bytes gap = {INT64_MIN, INT64_MAX};
  int n = atomic_load_explicit(&listed, memory_order_relaxed);
  int in_order = atomic_load_explicit(&sorted, memory_order_relaxed), from = 0, to = in_order;
  while (from < to) {
    int middle = (from + to) / 2;
    if (atomic_load_explicit(&list[middle].hi, memory_order_relaxed) <= at)
      from = middle + 1;
    else
      to = middle;
  }
  if (from)
    narrow(&gap, at, from - 1);
  if (from < in_order)
    narrow(&gap, at, from);
  for (int i = in_order; i < n; i++)
    narrow(&gap, at, i);
  return gap;
}

void in_use_note(void) {
  int64_t lo, hi;
  uint64_t now = check_in_use(world.check, &lo, &hi);
  if (now != grown)
    list_leave();
  grown = now;
  unmet_bounds(&lo, &hi);
  atomic_store_explicit(&in_use_first, lo, memory_order_relaxed);
  atomic_store_explicit(&in_use_end, hi, memory_order_relaxed);
}

void in_use_add(int64_t lo, int64_t hi) {
  list_add(lo, hi);
  if (lo < atomic_load_explicit(&in_use_first, memory_order_relaxed) ||
      hi > atomic_load_explicit(&in_use_end, memory_order_relaxed))
    in_use_note();
}

/* Tells a gap, if the list holds all that is in use. */
static int may_meet(uintptr_t at, size_t size, struct in_use_gap *gap) {
  int64_t lo = (int64_t)at, hi = (int64_t)(at + size);
  if (lo >= atomic_load_explicit(&in_use_end, memory_order_relaxed) ||
      hi <= atomic_load_explicit(&in_use_first, memory_order_relaxed))
    return 0;
  unsigned now = atomic_load_explicit(&in_use_version, memory_order_acquire);
  if (now & 1)
    return 1;
  struct used_bytes around = gap_around(lo);
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&in_use_version, memory_order_relaxed) != now)
    return 1;
  *gap = (struct in_use_gap){around, now};
  return lo < around.lo || hi > around.hi;
}

int in_use_may_meet(uintptr_t at, size_t size) {
  struct in_use_gap unused;
  return may_meet(at, size, &unused);
}

int in_use_may_meet_farther(uintptr_t at, size_t size) {
  return may_meet(at, size, &in_use_gap);
}

/* Called with the lock of the world. */
static int meets_now(int64_t lo, int64_t hi) {
  unsigned uses = check_uses(world.check, lo, hi);
  return (uses & (1u << WATCH_READ | 1u << WATCH_WRITTEN)) != 0 || unmet_meets(lo, hi);
}

int in_use_meets_now(uintptr_t at, size_t size) {
  if (!in_use_may_meet(at, size))
    return 0;
  world_lock();
  int met = meets_now((int64_t)at, (int64_t)(at + size));
  world_unlock();
  return met;
}

/* If it does not meet one, the range may have become smaller. */
int in_use_meets(uintptr_t at, size_t size) {
  int64_t lo = (int64_t)at, hi = (int64_t)(at + size);
  if (!in_use_may_meet(at, size))
    return 0;
  world_lock();
  int met = meets_now(lo, hi) || check_past(world.check, lo, hi);
  if (!met) {
    in_use_note();
    if (in_use_version & 1)
      list_make();
  }
  world_unlock();
  return met;
}
