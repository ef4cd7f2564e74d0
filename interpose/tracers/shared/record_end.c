/* record_end.c: what happens when a segment ends: the accesses that threads have gathered
 * become runs, site by site. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "record_part.h"

#define LEAVES 64 /* leaves handed on at once; few, so that little memory is needed */

/* The arrays are kept for the next time. */
struct gathering {
  const struct recorder *r;
  struct record_item *item;
  size_t items, room, lost;
  struct event_run *run;
  size_t run_room;
  struct polled polled;
  record_held *held;
  /* Atomic stores come after what they release, and what came after the last one after them. */
  struct record_item *late, *after;
  size_t lates, late_room, afters, after_room;
};
static struct gathering gathering;

static int is_late(const struct gathering *g, uint32_t place) {
  const unsigned late = HOOKS_ATOMIC | HOOKS_STORE;
  return (record_sites[g->r->active[place]].how & late) == late;
}

static void push(struct gathering *g, struct record_item **list, size_t *count, size_t *room,
                 struct record_item item) {
  if (*count == *room) {
    size_t most = *room ? 2 * *room : 64;
    struct record_item *more = realloc(*list, most * sizeof *more);
    if (!more) {
      g->lost++;
      return;
    }
    *list = more;
    *room = most;
  }
  (*list)[(*count)++] = item_plain(item);
}

static void gather(struct gathering *g, struct record_item item) {
  if (is_late(g, item.place)) {
    push(g, &g->late, &g->lates, &g->late_room, item);
  } else if (g->r->released && item.place > g->r->released) {
    push(g, &g->after, &g->afters, &g->after_room, item);
  } else {
    item.place = g->r->former[item.place] ? g->r->former[item.place] : item.place;
    push(g, &g->item, &g->items, &g->room, item);
  }
}

/* Leaves come by address for each place, so most join the last item. */
static void gather_leaf(void *context, int store, uint16_t place, uintptr_t lo, uintptr_t hi) {
  struct gathering *g = context;
  struct record_item item = {lo, hi - lo, 1, 1, place};
  struct record_item *last = g->items ? &g->item[g->items - 1] : NULL;
  (void)store;
  if (!last || lo < last->lo || !item_joins(last, &item))
    gather(g, item);
}

/* The kernel reads the value, because the program may have freed the memory meanwhile. */
uint64_t record_value(uintptr_t at, size_t size) {
  uint64_t value = 0;
  if (size > sizeof value)
    return 0;
  at = record_memory ? record_memory(at) : at;
  struct iovec to = {&value, size}, from = {(void *)at, size};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)size ? value : 0;
}

/* Other threads may go on while we look. A run that goes on stays active. */
static void take_runs(struct recorder *r, struct gathering *g, int own) {
  uint32_t kept = 0;
  for (uint32_t i = 1; i <= r->active_count; i++) {
    struct hooks_run *run = &r->hooks.run[r->active[i]];
    if (run->place != i) /* its site has a later place */
      continue;
    uintptr_t next = __atomic_load_n(&run->next, __ATOMIC_ACQUIRE);
    struct hooks_run now = *run;
    now.next = next;
    struct record_item item = run_item(&now);
    if (run->held) {
      run->place = (uint16_t)++kept;
      continue;
    }
    if (run->holds && item.count)
      gather(g, item);
    run->same = 0;
    if (own || !run->holds || !next) {
      run->next = 0;
      run->place = run->holds = 0;
    } else {
      run->lo = next;
      run->holds = RUN_HELD;
      run->place = (uint16_t)++kept;
    }
  }
}

static void keep_active(struct recorder *r) {
  uint32_t kept = 0;
  for (uint32_t i = 1; i <= r->active_count; i++)
    if (r->hooks.run[r->active[i]].place == kept + 1) {
      r->active[++kept] = r->active[i];
      r->former[kept] = 0;
    }
  r->active_count = kept;
  r->released = r->renewed = 0;
}

static int runs_of(struct gathering *g, const struct record_item *item, size_t n,
                   struct record_segment *s) {
  if (n > g->run_room) {
    struct event_run *more = realloc(g->run, n * sizeof *more);
    if (!more)
      return 0;
    g->run = more;
    g->run_room = n;
  }
  s->run = g->run;
  s->runs = (int32_t)n;
  s->size = s->hi = 0;
  s->lo = (int64_t)item[0].lo;
  for (size_t i = 0; i < n; i++) {
    g->run[i] = (struct event_run){(int64_t)item[i].lo, (int64_t)item[i].length,
                                   (int64_t)item[i].stride, (int64_t)item[i].count};
    int64_t hi = (int64_t)(item[i].lo + (item[i].count - 1) * item[i].stride + item[i].length);
    s->hi = hi > s->hi ? hi : s->hi;
    s->size += (int64_t)(item[i].length * item[i].count);
  }
  return 1;
}

static void hand_on(struct gathering *g, void *context,
                    void (*each)(void *context, const struct record_segment *segment)) {
  g->items = items_join(g->item, g->items);
  for (size_t i = 0, n; i < g->items; i += n) {
    uint32_t site = g->r->active[g->item[i].place];
    struct record_segment s = {.recorder = g->r, .site = site, .stack = g->r->stack[site]};
    for (n = 1; i + n < g->items && g->item[i + n].place == g->item[i].place;)
      n++;
    s.polled = poll_of(&g->polled, site, &g->item[i], n);
    if (runs_of(g, &g->item[i], n, &s))
      each(context, &s);
    else
      g->lost++;
  }
}

static void hand_on_list(struct gathering *g, const struct record_item *list, size_t count,
                         void *context,
                         void (*each)(void *context, const struct record_segment *segment)) {
  g->items = 0;
  for (size_t i = 0; i < count; i++)
    push(g, &g->item, &g->items, &g->room, list[i]);
  hand_on(g, context, each);
}

/* Accesses after a look that polls must not be told before it. What another thread adds to a
 * run meanwhile is left to take_runs. */
static void take_polls(struct recorder *r, struct gathering *g) {
  for (uint32_t i = 1; i <= r->active_count; i++) {
    struct hooks_run *run = &r->hooks.run[r->active[i]];
    struct hooks_run now = *run;
    now.next = __atomic_load_n(&run->next, __ATOMIC_ACQUIRE);
    struct record_item item = run_item(&now);
    if (!run->holds || run->held || !item.count || !poll_of(&g->polled, r->active[i], &item, 1))
      continue;
    gather(g, item);
    run->lo = now.next ? now.next : run->lo;
    run->holds = now.next ? RUN_HELD : RUN_NONE;
  }
}

static void end_of(struct recorder *r, void *context,
                   void (*each)(void *context, const struct record_segment *segment)) {
  struct gathering *g = &gathering;
  g->r = r;
  g->items = g->lates = g->afters = g->lost = 0;
  poll_hold(r, g->held);
  poll_find(&g->polled, r);
  take_polls(r, g);
  hand_on(g, context, each);
  g->items = 0;
  for (const struct hooks_leaf *leaf = r->leaves.used; leaf;) {
    leaf = leaves_each(&r->leaves, leaf, LEAVES, g, gather_leaf);
    if (leaf) {
      hand_on(g, context, each);
      g->items = 0;
    }
  }
  for (size_t i = 0; i < r->items; i++)
    gather(g, r->item[i]);
  uint32_t active = r->active_count;
  take_runs(r, g, record_is_own(r));
  hand_on(g, context, each);
  hand_on_list(g, g->late, g->lates, context, each);
  hand_on_list(g, g->after, g->afters, context, each);
  r->active_count = active;
  keep_active(r);
  leaves_clear(&r->leaves);
  record_unseen(r);
  r->items = 0;
  r->lost += g->lost;
}

int record_orderings(uintptr_t *at, int most) {
  int n = 0;
  for (struct recorder *r = record_first(); r; r = r->next) {
    if (!__atomic_load_n(&r->active_count, __ATOMIC_RELAXED))
      continue;
    lock_take(&r->lock);
    for (uint32_t i = 1; i <= r->active_count && n < most; i++) {
      uint32_t site = r->active[i];
      if (record_sites[site].how & HOOKS_ATOMIC || poll_is(r, site))
        at[n++] = r->hooks.run[site].lo;
    }
    lock_leave(&r->lock);
  }
  return n;
}

void record_end(record_held *held, void *context,
                void (*each)(void *context, const struct record_segment *segment)) {
  gathering.held = held;
  for (struct recorder *r = record_first(); r; r = r->next) {
    if (!__atomic_load_n(&r->active_count, __ATOMIC_RELAXED))
      continue;
    lock_take(&r->lock);
    end_of(r, context, each);
    lock_leave(&r->lock);
  }
}
