#include "runs.h"
#include <stdlib.h>

#define RAW_MOST (4 * RUNS_MOST)     /* before packing */
#define STEPS_MOST (4 * 1024 * 1024) /* steps spent on looking for overlaps, at most */

void runs_clear(struct runs *r) {
  r->count = 0;
  r->many = r->twice = 0;
  r->bytes = 0;
}

void runs_drop(struct runs *r) {
  free(r->run);
  *r = (struct runs){0};
}

static void give_up(struct runs *r) {
  r->many = 1;
  r->count = 0;
}

static int room(struct runs *r) {
  if (r->count < r->room)
    return 1;
  if (r->count >= RAW_MOST) {
    runs_pack(r);
    if (r->many || r->count > RAW_MOST / 2)
      give_up(r);
    return !r->many;
  }
  int32_t more = r->room ? r->room * 2 : 4;
  struct event_run *grown = realloc(r->run, (size_t)more * sizeof *grown);
  if (!grown) {
    give_up(r);
    return 0;
  }
  r->run = grown;
  r->room = more;
  return 1;
}

static struct event_run block_of(int64_t lo, int64_t length) {
  return (struct event_run){lo, length, length, 1};
}

/* Joins neighbours: two blocks, or two runs each of whose blocks is a neighbour of one of the
 * other. */
static int join_neighbours(struct event_run *a, const struct event_run *b) {
  if (a->count != b->count || a->lo + a->length != b->lo)
    return 0;
  if (a->count == 1) {
    *a = block_of(a->lo, a->length + b->length);
    return 1;
  }
  if (a->stride != b->stride || a->length + b->length > a->stride)
    return 0;
  a->length += b->length;
  if (a->length == a->stride)
    *a = block_of(a->lo, a->length * a->count);
  return 1;
}

/* Joins `b` if it continues `a` with the same step; two single blocks make a step of their
 * own. */
static int join_steps(struct event_run *a, const struct event_run *b, int pair) {
  int64_t apart = b->lo - a->lo;
  if (a->length != b->length || apart <= 0 || (a->count == 1 && b->count == 1 && !pair))
    return 0;
  int64_t stride = a->count > 1 ? a->stride : b->count > 1 ? b->stride : apart;
  if ((b->count > 1 && b->stride != stride) || apart / stride != a->count || apart % stride)
    return 0;
  a->stride = stride;
  a->count += b->count;
  if (a->length == stride)
    *a = block_of(a->lo, stride * a->count);
  return 1;
}

static void add(struct runs *r, struct event_run run) {
  if (run.length <= 0 || run.count <= 0 || r->many)
    return;
  if (run.count == 1 || run.length == run.stride)
    run = block_of(run.lo, run.length * run.count);
  if (r->count && join_neighbours(&r->run[r->count - 1], &run))
    return;
  if (room(r))
    r->run[r->count++] = run;
}

void runs_add(struct runs *r, struct event_run run) {
  r->bytes += run.length * run.count;
  add(r, run);
}

void runs_block(struct runs *r, int64_t lo, int64_t length) {
  runs_add(r, block_of(lo, length));
}

static void repeat(struct runs *r, struct event_run a, int64_t n, int64_t step) {
  if (n == 1)
    add(r, a);
  else if (a.count == 1)
    add(r, (struct event_run){a.lo, a.length, step, n});
  else if (step == a.count * a.stride)
    add(r, (struct event_run){a.lo, a.length, a.stride, a.count * n});
  else if (a.stride == n * step)
    add(r, (struct event_run){a.lo, a.length, step, a.count * n});
  else if (step == a.length && n * step <= a.stride)
    add(r, (struct event_run){a.lo, n * step, a.stride, a.count});
  else if (n <= a.count)
    for (int64_t i = 0; i < n && !r->many; i++)
      add(r, (struct event_run){a.lo + i * step, a.length, a.stride, a.count});
  else
    for (int64_t i = 0; i < a.count && !r->many; i++)
      add(r, (struct event_run){a.lo + i * a.stride, a.length, step, n});
}

void runs_repeat(struct runs *r, const struct runs *from, int64_t at, int64_t n, int64_t step) {
  if (n <= 0)
    return;
  r->bytes += n * from->bytes;
  r->twice |= from->twice;
  if (from->many)
    give_up(r);
  if (step < 0) {
    at += (n - 1) * step;
    step = -step;
  }
  if (!step && n > 1 && from->count) {
    r->twice = 1;
    n = 1;
  }
  for (int32_t i = 0; i < from->count && !r->many; i++) {
    struct event_run a = from->run[i];
    a.lo += at;
    repeat(r, a, n, step);
  }
}

static int order(const void *x, const void *y) {
  const struct event_run *a = x, *b = y;
  if (a->lo != b->lo)
    return a->lo < b->lo ? -1 : 1;
  if (a->length != b->length)
    return a->length < b->length ? -1 : 1;
  return a->count < b->count ? -1 : a->count > b->count;
}

static void sort(struct runs *r) {
  for (int32_t i = 1; i < r->count; i++)
    if (order(&r->run[i - 1], &r->run[i]) > 0) {
      qsort(r->run, (size_t)r->count, sizeof *r->run, order);
      return;
    }
}

/* Joins each run with one of the last few before it, if possible. */
static void join(struct runs *r, int steps) {
  int32_t n = 0;
  for (int32_t i = 0; i < r->count; i++) {
    const struct event_run *b = &r->run[i];
    int joined = 0;
    for (int32_t k = n - 1; k >= 0 && k >= n - 4 && !joined; k--)
      joined = steps ? join_steps(&r->run[k], b, k == n - 1) : join_neighbours(&r->run[k], b);
    if (!joined)
      r->run[n++] = *b;
  }
  r->count = n;
}

void runs_pack(struct runs *r) {
  int32_t before;
  if (r->count <= 1)
    return;
  sort(r);
  do {
    before = r->count;
    join(r, 0);
    join(r, 1);
  } while (r->count > 1 && r->count < before);
  if (r->count > RUNS_MOST)
    give_up(r);
}

/* Returns whether a block of `b` meets the bytes from `lo` to `hi`. */
static int meets(const struct event_run *b, int64_t lo, int64_t hi) {
  int64_t first = 0, end = b->lo + b->length;
  if (end <= lo)
    first = (lo - end) / b->stride + 1;
  return first < b->count && b->lo + first * b->stride < hi;
}

static int cross(const struct event_run *a, const struct event_run *b, int64_t *steps) {
  if (run_end(a) <= b->lo || run_end(b) <= a->lo)
    return 0;
  if (a->count > b->count)
    return cross(b, a, steps);
  if (a->count > 1 && a->stride == b->stride) {
    int64_t apart = (b->lo - a->lo) % a->stride;
    apart += apart < 0 ? a->stride : 0;
    if (apart >= a->length && apart + b->length <= a->stride)
      return 0;
  }
  for (int64_t i = 0; i<a->count && * steps> 0; i++, --*steps) {
    int64_t lo = a->lo + i * a->stride;
    if (meets(b, lo, lo + a->length))
      return 1;
  }
  return 0;
}

int runs_overlap(const struct runs *r) {
  int64_t steps = STEPS_MOST;
  if (r->twice)
    return 1;
  for (int32_t i = 0; i < r->count && steps > 0; i++) {
    const struct event_run *a = &r->run[i];
    int64_t end = run_end(a);
    if (a->count > 1 && a->stride < a->length)
      return 1;
    for (int32_t k = i + 1; k < r->count && r->run[k].lo < end && steps-- > 0; k++)
      if (cross(a, &r->run[k], &steps))
        return 1;
  }
  return 0;
}

int runs_meet(const struct event_run *a, int32_t na, const struct event_run *b, int32_t nb) {
  int64_t steps = STEPS_MOST;
  for (int32_t i = 0; i < na && steps > 0; i++)
    for (int32_t k = 0; k < nb && steps-- > 0; k++)
      if (cross(&a[i], &b[k], &steps))
        return 1;
  return 0;
}
