#define _GNU_SOURCE
#include "compiled.h"
#include <link.h>
#include <stdio.h>
#include <string.h>
#include "interpose/tracers/pages/budget.h"
#include "filter.h"
#include "interpose/tracers/pages/pages.h"
#include "interpose/tracers/watch/points.h"
#include "interpose/tracers/meter.h"
#include "interpose/tracers/record.h"
#include "interpose/tracers/spin.h"
#include "interpose/stack/stack.h"
#include "interpose/tracers/pages/unmapped.h"
#include "interpose/session/world.h"

#define ORDERINGS 64

static struct hooks_modules *known;
static _Atomic int on;
static uint64_t strange; /* modules of another version */

void compiled_attach(struct hooks_modules *modules) {
  known = modules;
}

int compiled_any(void) {
  return known && known->first;
}

/* Where a module's code lies. */
struct text {
  uintptr_t inside, lo, hi;
};

static int find_text(struct dl_phdr_info *info, size_t size, void *context) {
  struct text *t = context;
  uintptr_t lo = UINTPTR_MAX, hi = 0;
  int mine = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t at = info->dlpi_addr + p->p_vaddr;
    if (p->p_type != PT_LOAD)
      continue;
    mine |= t->inside >= at && t->inside < at + p->p_memsz;
    if (p->p_flags & PF_X) {
      lo = at < lo ? at : lo;
      hi = at + p->p_memsz > hi ? at + p->p_memsz : hi;
    }
  }
  if (!mine || lo >= hi)
    return 0;
  t->lo = lo;
  t->hi = hi;
  return 1;
}

static void watch_again(void *unused, const struct event_run *run, enum watch what) {
  (void)unused;
  filter_mark(run, what == WATCH_WINDOW);
}

static void renew(int window) {
  check_watched(world.check, window, NULL, watch_again);
}

static void module_enter(struct hooks *h) {
  struct text t = {(uintptr_t)h, 0, 0};
  if (!on)
    return;
  void *sites = h->version == HOOKS_VERSION && dl_iterate_phdr(find_text, &t)
                    ? pages_grow(NULL, 0, t.hi - t.lo + sizeof(uint32_t))
                    : NULL;
  if (!sites) {
    strange++;
    return;
  }
  h->text = t.lo;
  h->site = sites;
  h->access = record_access;
  world_lock();
  filter_module(h);
  renew(0);
  renew(1);
  world_unlock();
}

static void module_leave(struct hooks *h) {
  world_lock();
  filter_forget(h);
  world_unlock();
}

static void say_precision(const char *text) {
  journal_write(world.journal, json_pack("{s:s, s:s}", "record", "precision", "text", text));
}

void compiled_begin(const struct options *o) {
  if ((!world.compiled && !world.pages) || record_begin(options_size(o, OPTION_MAX_MEMORY) / 2))
    return;
  on = 1;
  meter_begin();
  spin_begin();
  if (world.pages) {
    pages_begin();
    return;
  }
  pthread_mutex_lock(&known->lock);
  for (struct hooks *h = known->first; h; h = h->next)
    module_enter(h);
  known->enter = module_enter;
  known->leave = module_leave;
  pthread_mutex_unlock(&known->lock);
  if (strange)
    say_precision("the program has a module built by `fencepost cc` of another version: its "
                  "loads and stores are not seen");
}

void compiled_stop(void) {
  if (!atomic_exchange(&on, 0))
    return;
  record_stop();
  pages_stop();
  filter_stop();
}

void compiled_end(void) {
  uint64_t lost = record_lost();
  pages_end();
  if (check_hidden(world.check))
    say_precision(
        "accesses to shared windows in which processes may order themselves by atomic "
        "operations or polling that were not seen are not compared");
  meter_tell(world_precision);
  world_precision("loads and stores could not be kept within --max-memory: conflicts with them "
                  "are not seen",
                  lost);
}

static void (*feed_event)(struct event *e);

/* The event from which on loads may belong to one polling loop. */
static uint64_t chain_since;
static int chain_ended;

/* Of what comes with an atomic operation in shared memory some may come before or after it,
 * also what is in another window. */
static int orders;

static int is_shared(uintptr_t at, size_t size) {
  return check_shares(world.check, (int64_t)at, (int64_t)(at + size));
}

static int is_any_shared(const uintptr_t *at, int count) {
  for (int i = 0; i < count; i++)
    if (is_shared(at[i], 1))
      return 1;
  return 0;
}

static void feed_segment(void *unused, const struct record_segment *s) {
  struct event e;
  (void)unused;
  if (s->stack && !s->stack->id)
    s->stack->id = stack_given(s->stack->pc, s->stack->count);
  int store = (record_sites[s->site].how & HOOKS_STORE) != 0, kind = PROGRAM_ACCESS;
  kind |= record_sites[s->site].how & HOOKS_ATOMIC ? PROGRAM_ATOMIC : 0;
  kind |= s->polled ? PROGRAM_POLLS : 0;
  kind |= s->polled & RECORD_POLLED ? PROGRAM_POLLED : 0;
  kind |= orders && check_shares(world.check, s->lo, s->hi) ? PROGRAM_ORDERED : 0;
  kind |= budget_missed() ? PROGRAM_HIDDEN : 0;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_ACCESS;
  e.phase = EVENT_ENTER;
  e.call = store ? CALL_STORE : CALL_LOAD;
  e.thread = s->recorder->thread;
  e.stack = s->stack ? s->stack->id : 0;
  e.u.access = (struct event_access){.store = (uint8_t)store,
                                     .program = (uint8_t)kind,
                                     .since = chain_since,
                                     .data = {.lo = s->lo,
                                              .hi = s->hi,
                                              .size = s->size,
                                              .present = 1,
                                              .runs = s->runs,
                                              .run = s->run}};
  feed_event(&e);
}

/* What a loop calls that waits for a location: no order between processes comes with it. */
static int may_poll(const struct event *e) {
  return e->kind == EVENT_SYNC || e->kind == EVENT_FLUSH;
}

void compiled_feed(void (*feed)(struct event *e), const struct event *next, uint64_t seq) {
  uintptr_t orderings[ORDERINGS];
  if (!on)
    return;
  if (chain_ended)
    chain_since = seq;
  chain_ended = !may_poll(next);
  feed_event = feed;
  orders = check_shared(world.check) &&
           is_any_shared(orderings, record_orderings(orderings, ORDERINGS));
  /* The owner of shared memory must hear of a look together with those that show it to be one
   * of many: it compares what it hears of at once. MPI_Win_sync makes no order with other
   * processes, so it matters not that it comes first. */
  record_end(next->kind == EVENT_SYNC ? is_shared : NULL, NULL, feed_segment);
  if (chain_ended)
    record_chain_end();
  unmapped_tell(feed);
  budget_end();
  filter_settle(renew);
}

void compiled_watch(void *unused, const struct event_run *run, enum watch what) {
  (void)unused;
  if (on && world.pages && what != WATCH_WINDOW)
    budget_touched(run, what == WATCH_WRITTEN);
  if (on && world.pages)
    points_watch(run, what);
  else if (on)
    filter_mark(run, what == WATCH_WINDOW);
}

void compiled_touched(void *unused, const struct event_run *run, int update) {
  (void)unused;
  if (on && world.pages)
    budget_touched(run, update);
}

void compiled_unwatch(void *unused, int window) {
  (void)unused;
  if (on && world.pages)
    points_unwatch();
  else if (on)
    filter_stale(window);
}
