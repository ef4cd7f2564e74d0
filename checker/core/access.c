#include "access.h"
#include "clock.h"
#include "window_table.h"
#include <stdlib.h>
#include <string.h>

#define FARTHEST (1ll << 60) /* no process has memory at or above this address */

static int run_order(const void *a, const void *b) {
  const struct event_run *x = a, *y = b;
  return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* Sorts runs that already have absolute addresses. */
static int take_runs(struct check *c, struct access *a, const struct event_data *d,
                     int64_t at) {
  a->run = &a->one;
  a->runs = d->runs ? d->runs : 1;
  if (a->runs > 1) {
    a->run = malloc((size_t)a->runs * sizeof *a->run);
    if (!a->run) {
      c->failed = 1;
      return 0;
    }
    a->size += (int64_t)((size_t)a->runs * sizeof *a->run);
  }
  if (!d->runs)
    a->one = (struct event_run){d->lo, d->hi - d->lo, 1, 1};
  else
    memcpy(a->run, d->run, (size_t)d->runs * sizeof *a->run);
  for (int32_t i = 0; i < a->runs; i++)
    a->run[i].lo += at;
  if (a->runs > 1)
    qsort(a->run, (size_t)a->runs, sizeof *a->run, run_order);
  return 1;
}

struct access *access_new(struct check *c, const struct event_data *d, int64_t at) {
  int64_t lo, hi;
  if (!d->present || d->lo >= d->hi || __builtin_add_overflow(d->lo, at, &lo) ||
      __builtin_add_overflow(d->hi, at, &hi) || lo < -FARTHEST || hi > FARTHEST)
    return NULL;
  if (d->flags & DATA_INEXACT) {
    c->gaps.inexact++;
    return NULL;
  }
  struct access *a =
      malloc(sizeof *a); /* glibc's calloc, and so malloc and memset, take the slow way */
  if (!a) {
    c->failed = 1;
    return NULL;
  }
  *a = (struct access){.size = sizeof *a};
  if (!take_runs(c, a, d, at)) {
    free(a);
    return NULL;
  }
  a->lo = lo;
  a->hi = hi;
  a->basic = d->basic;
  a->element = d->element;
  a->count = 1;
  a->end_time = NEVER;
  a->start = clock_hold(c->clock);
  a->start_time = a->first_time = c->time.now;
  a->tainted = (uint8_t)c->tainted;
  return a;
}

static int is_whole(const struct access *a) {
  for (int32_t i = 0; a->element && i < a->runs; i++) {
    const struct event_run *r = &a->run[i];
    if ((r->lo - a->lo) % a->element || (r->count > 1 && r->stride % a->element))
      return 0;
  }
  return 1;
}

void access_place(const struct window *w, struct access *a) {
  int64_t base = w->flavor == FLAVOR_DYNAMIC ? 0 : (int64_t)w->base;
  a->lo += base;
  a->hi += base;
  for (int32_t i = 0; i < a->runs; i++)
    a->run[i].lo += base;
  a->placed = 1;
  a->whole = (uint8_t)is_whole(a);
}

void access_free(struct check *c, struct access *a) {
  if (a->pair && a->pair->last == a)
    a->pair->last = NULL;
  c->asks.freed(c, a);
  clock_drop(a->start);
  clock_drop(a->exposed);
  if (a->run != &a->one)
    free(a->run);
  free(a);
}

/* Returns the index of the first block of `r` that ends after `at`. */
static int64_t block_after(const struct event_run *r, int64_t at) {
  int64_t past = at - (r->lo + r->length);
  if (past < 0)
    return 0;
  return r->count > 1 ? past / r->stride + 1 : 1;
}

/* Finds the bytes that one block and a run have in common. */
static int block_meets(int64_t lo, int64_t hi, const struct event_run *r, int64_t *from,
                       int64_t *to) {
  int64_t i = block_after(r, lo);
  if (i >= r->count)
    return 0;
  int64_t at = r->lo + i * (r->count > 1 ? r->stride : 0), end = at + r->length;
  if (at >= hi)
    return 0;
  *from = at > lo ? at : lo;
  *to = end < hi ? end : hi;
  return 1;
}

/* If both runs repeat with the same stride, the two positions within one stride already tell
 * whether any two blocks can meet. */
static int strides_miss(const struct event_run *a, const struct event_run *b) {
  if (a->count == 1 || b->count == 1 || a->stride != b->stride || a->length > a->stride ||
      b->length > b->stride)
    return 0;
  int64_t s = a->stride, apart = (b->lo - a->lo) % s;
  if (apart < 0)
    apart += s;
  return apart >= a->length && s - apart >= b->length;
}

int run_meets(const struct event_run *a, const struct event_run *b, int64_t *lo, int64_t *hi) {
  if (run_hi(a) <= b->lo || run_hi(b) <= a->lo || strides_miss(a, b))
    return 0;
  if (a->count > b->count) {
    const struct event_run *swap = a;
    a = b;
    b = swap;
  }
  int64_t i = block_after(a, b->lo), end = run_hi(b);
  for (; i < a->count; i++) {
    int64_t at = a->lo + i * (a->count > 1 ? a->stride : 0);
    if (at >= end)
      return 0;
    if (block_meets(at, at + a->length, b, lo, hi))
      return 1;
  }
  return 0;
}

int access_meets(const struct access *a, const struct access *b, int64_t *lo, int64_t *hi) {
  if (a->hi <= b->lo || b->hi <= a->lo)
    return 0;
  for (int32_t i = 0; i < a->runs; i++) {
    if (a->run[i].lo >= b->hi)
      return 0;
    if (run_hi(&a->run[i]) <= b->lo)
      continue;
    for (int32_t k = 0; k < b->runs && b->run[k].lo < run_hi(&a->run[i]); k++)
      if (run_meets(&a->run[i], &b->run[k], lo, hi))
        return 1;
  }
  return 0;
}

/* Where the block of `r` begins that holds `at`. */
static int64_t block_at(const struct event_run *r, int64_t at) {
  return r->lo + (r->count > 1 ? block_after(r, at) * r->stride : 0);
}

static int64_t step(const struct event_run *r) {
  return r->count > 1 ? r->stride : 0;
}

/* Returns whether the elements of one block are those of the blocks of `r` that it meets. */
static int block_aligned(int64_t lo, int64_t hi, const struct event_run *r, int64_t size) {
  for (int64_t i = block_after(r, lo); i < r->count && r->lo + i * step(r) < hi; i++)
    if ((r->lo + i * step(r) - lo) % size)
      return 0;
  return 1;
}

/* If all steps are whole elements, one meeting tells about all. */
static int runs_aligned(const struct event_run *r, const struct event_run *s, int64_t size) {
  int64_t lo, hi;
  if (!run_meets(r, s, &lo, &hi))
    return 1;
  if (step(r) % size == 0 && step(s) % size == 0)
    return (block_at(r, lo) - block_at(s, lo)) % size == 0;
  for (int64_t i = 0; i < r->count; i++) {
    int64_t at = r->lo + i * step(r);
    if (!block_aligned(at, at + r->length, s, size))
      return 0;
  }
  return 1;
}

int access_aligned(const struct access *a, const struct access *b) {
  int64_t size = a->element;
  if (size < 2 || b->element != size)
    return 1;
  for (int32_t i = 0; i < a->runs; i++)
    for (int32_t k = 0; k < b->runs; k++)
      if (!runs_aligned(&a->run[i], &b->run[k], size))
        return 0;
  return 1;
}

int access_aligned_always(const struct access *a, const struct access *b) {
  return a->element < 2 || (a->whole && b->whole && (a->lo - b->lo) % a->element == 0);
}

int access_touches(const struct access *a, int64_t lo, int64_t hi) {
  int64_t from, to;
  for (int32_t i = 0; i < a->runs; i++)
    if (lo < hi && block_meets(lo, hi, &a->run[i], &from, &to))
      return 1;
  return 0;
}

int access_same(const struct access *a, const struct access *b) {
  return a->lo == b->lo && a->hi == b->hi && a->runs == b->runs &&
         !memcmp(a->run, b->run, (size_t)a->runs * sizeof *a->run);
}

int access_same_line(const struct access *a, const struct access *b) {
  return a->site.stack && a->site.stack == b->site.stack && a->program == b->program &&
         thread_slot(a->start_time) == thread_slot(b->start_time) &&
         thread_slot(a->end_time) == thread_slot(b->end_time) && a->holds == b->holds &&
         !memcmp(a->hold, b->hold, (size_t)a->holds * sizeof *a->hold);
}

static inline int knows(const struct check *c, const struct access *a, int32_t rank,
                        uint64_t time) {
  return time != NEVER &&
         (clock_knew(a->start, a->rank, a->start_time, rank, time) ||
          (a->exposed_time && clock_knew(a->exposed, c->rank, a->exposed_time, rank, time)));
}

int access_knows(const struct check *c, const struct access *a, int32_t rank, uint64_t time) {
  return knows(c, a, rank, time);
}

/* That all ranks have met tells another rank only what the thread knew by which this process
 * was there: its other threads may have gone on beside it. */
static int knows_thread(const struct check *c, const struct access *a, uint64_t time) {
  uint64_t floor = a->start ? a->start->floor : 0;
  return clock_at(a->start, a->rank, c->rank, thread_slot(time)) > floor ||
         threads_shown(c, floor / GENERATION, time) ||
         threads_passed_on(c, a->start, a->rank, time) ||
         (a->exposed_time && clock_knew(a->exposed, c->rank, a->exposed_time, c->rank, time));
}

static int comes_after(const struct check *c, const struct access *a, int32_t rank,
                       uint64_t time) {
  return knows(c, a, rank, time) &&
         (!c->threads || rank != c->rank || a->rank == c->rank || knows_thread(c, a, time));
}

/* Where the next one is kept. When all places are taken it takes that of an old one of a thread
 * that has several, because the later ones of that thread complete the same. */
static struct ending *ending_place(struct endings *all) {
  uint8_t has[THREAD_SLOTS] = {0};
  struct ending *oldest = NULL;
  int most = 0;
  if (all->count < ENDINGS)
    return &all->at[all->count++];
  for (int i = 0; i < ENDINGS; i++) {
    int n = ++has[thread_slot(all->at[i].time)];
    most = n > most ? n : most;
  }
  int enough = most > ENDINGS_OWN ? ENDINGS_OWN : 0;
  for (struct ending *e = all->at; e < all->at + ENDINGS; e++)
    if (has[thread_slot(e->time)] > enough && (!oldest || e->time < oldest->time))
      oldest = e;
  for (struct ending *e = all->at; e < all->at + ENDINGS; e++)
    if (thread_slot(e->time) == thread_slot(oldest->time) && e->only != oldest->only)
      e->only = 0;
  return oldest;
}

void ending_add(struct check *c, struct endings **all, struct ending e) {
  if (!*all && !(*all = calloc(1, sizeof **all))) {
    c->failed = 1;
    clock_drop(e.clock);
    return;
  }
  struct ending *at = ending_place(*all);
  clock_drop(at->clock);
  *at = e;
  c->endings = 1;
}

void endings_free(struct endings *all) {
  for (int i = 0; all && i < ENDINGS; i++)
    clock_drop(all->at[i].clock);
  free(all);
}

/* A thread that does not know of an operation need not complete it: that may begin later. */
static int ends(const struct ending *e, const struct access *a) {
  int what = a->buffer ? ENDS_BUFFERS : a->op == RMA_GET ? ENDS_GETS | ENDS_OPS : ENDS_OPS;
  if (!(e->what & what) || e->time < a->start_time ||
      (e->only && e->only != a->site.thread + 1))
    return 0;
  return e->seq ? e->seq == a->last_seq
                : clock_knew(e->clock, a->rank, e->time, a->rank, a->start_time);
}

/* The endings of the access are among these; NULL: it has none. */
static const struct endings *endings_of(const struct check *c, const struct access *a) {
  if (!c->endings || a->end_time == NEVER || a->epoch == EPOCH_START ||
      (a->buffer ? a->rank != c->rank : a->local))
    return NULL;
  struct window *w = window_find(c, a->win);
  const struct pair *p = w ? pair_find(w, a->target) : NULL;
  return p ? p->endings : NULL;
}

/* Returns the next ending of the access after the *i-th; NULL: there is none. */
static const struct ending *next_ending(const struct check *c, const struct access *a, int *i) {
  const struct endings *of[] = {endings_of(c, a), a->doubtful ? c->doubtful_ends : NULL};
  for (; *i < 2 * ENDINGS; ++*i) {
    const struct endings *all = of[*i / ENDINGS];
    if (all && *i % ENDINGS < all->count && ends(&all->at[*i % ENDINGS], a))
      return &all->at[(*i)++ % ENDINGS];
  }
  return NULL;
}

int access_before_by_end(const struct check *c, const struct access *a,
                         const struct access *b) {
  return comes_after(c, b, a->end_rank, a->end_time);
}

int access_before(const struct check *c, const struct access *a, const struct access *b) {
  if (access_before_by_end(c, a, b))
    return 1;
  const struct ending *e;
  for (int i = 0; c->endings && (e = next_ending(c, a, &i));)
    if (comes_after(c, b, a->rank, e->time))
      return 1;
  return 0;
}

int access_over(const struct check *c, const struct access *a, const struct clock *clock,
                uint64_t time) {
  if (clock_knew(clock, c->rank, time, a->end_rank, a->end_time))
    return 1;
  const struct ending *e;
  for (int i = 0; c->endings && (e = next_ending(c, a, &i));)
    if (clock_knew(clock, c->rank, time, a->rank, e->time))
      return 1;
  return 0;
}

void access_list_add(struct access **head, struct access *a) {
  a->head = head;
  a->prev = NULL;
  a->next = *head;
  if (*head)
    (*head)->prev = a;
  *head = a;
}

void access_list_remove(struct access *a) {
  if (a->prev)
    a->prev->next = a->next;
  else if (a->head)
    *a->head = a->next;
  if (a->next)
    a->next->prev = a->prev;
  a->next = a->prev = NULL;
  a->head = NULL;
}

/* Returns whether the two accesses differ in their bytes only: they have the same line and
 * epoch, and the process sent and received nothing between them. */
static int same_kind(const struct access *a, const struct access *b) {
  return !a->request && !b->request && access_same_line(a, b) && a->rank == b->rank &&
         a->start == b->start && a->win == b->win && a->local == b->local &&
         a->update == b->update && a->op == b->op && a->reduce == b->reduce &&
         a->basic == b->basic && a->epoch == b->epoch && a->number == b->number &&
         a->exclusive == b->exclusive && a->nocheck == b->nocheck &&
         a->site.thread == b->site.thread && a->tainted == b->tainted &&
         a->valued == b->valued && a->doubtful == b->doubtful;
}

/* Joins the runs if `a` covers the same bytes as `into`, follows it directly, or is one more
 * step of it. */
static int runs_join(struct event_run *into, const struct event_run *a) {
  if (into->length == a->length && into->lo == a->lo && into->count == a->count &&
      (a->count == 1 || into->stride == a->stride))
    return 1;
  int same_steps = into->count == a->count && (a->count == 1 || into->stride == a->stride);
  if (same_steps && a->lo == into->lo + into->length &&
      (a->count == 1 || into->length + a->length <= into->stride)) {
    into->length += a->length;
    return 1;
  }
  if (a->count != 1 || a->length != into->length || a->lo < into->lo + into->length)
    return 0;
  if (into->count == 1) {
    into->stride = a->lo - into->lo;
  } else if (a->lo != into->lo + into->count * into->stride) {
    return 0;
  }
  into->count++;
  return 1;
}

/* Accesses of several runs join only if they cover the same bytes. */
int access_joins(const struct access *into, const struct access *a, struct event_run *joined) {
  if (into->runs != a->runs || !same_kind(into, a))
    return 0;
  *joined = into->one;
  return a->runs == 1 ? runs_join(joined, &a->one) : access_same(into, a);
}

int access_absorb(struct check *c, struct access *into, struct access *a) {
  struct event_run joined;
  if (!access_joins(into, a, &joined))
    return 0;
  c->asks.meet(c, into, a);
  into->one = joined;
  into->lo = a->lo < into->lo ? a->lo : into->lo;
  into->hi = a->hi > into->hi ? a->hi : into->hi;
  into->count += a->count;
  into->start_time = a->start_time;
  into->last_seq = a->last_seq;
  into->end_time = a->end_time;
  into->until = a->until;
  into->polled = a->polled;
  into->covered = a->covered;
  access_free(c, a);
  return 1;
}

static void take_clock(struct clock **to, struct clock **from) {
  clock_drop(*to);
  *to = *from;
  *from = NULL;
}

void access_renew(struct check *c, struct access *old, struct access *a) {
  take_clock(&old->start, &a->start);
  take_clock(&old->exposed, &a->exposed);
  old->site = a->site;
  old->last_seq = a->last_seq;
  old->number = a->number;
  old->first_time = a->first_time;
  old->valued = a->valued;
  old->when = a->when;
  old->until = a->until;
  old->start_time = a->start_time;
  old->exposed_time = a->exposed_time;
  old->settled = a->settled;
  old->end_rank = a->end_rank;
  old->end_time = a->end_time;
  old->count = a->count;
  old->fetched = a->fetched;
  old->unattached = a->unattached;
  old->doubtful = a->doubtful;
  old->polled = a->polled;
  old->covered = a->covered;
  access_free(c, a);
}
