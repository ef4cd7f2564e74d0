#define _GNU_SOURCE
#include "compiled.h"
#include <link.h>
#include <string.h>
#include "interpose/order/thread_order.h"
#include "interpose/tracers/shared/filter.h"
#include "interpose/tracers/shared/record.h"
#include "interpose/tracers/shared/tracer.h"
#include "interpose/base/world.h"

static struct hooks_modules *known;
static _Atomic int on;
static uint64_t strange; /* number of modules built for another version of the hooks */

static void attach(struct hooks_modules *modules, struct hooks_calls *calls) {
  (void)calls;
  known = modules;
}

int compiled_any(void) {
  return known && known->first;
}

static int wanted(const struct options *o, const char **why) {
  (void)o;
  *why = compiled_any() ? "the program was built with `fencepost cc`"
                        : "level compiled needs a program built with `fencepost cc`";
  return compiled_any();
}

/* Finds where a module's code lies. */
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
  h->atomic = order_atomic;
  h->atomic_done = order_atomic_done;
  h->fence = order_fence;
  h->access = record_access;
  h->row = record_row;
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

static void begin(void (*give_up)(void)) {
  (void)give_up;
  on = 1;
  pthread_mutex_lock(&known->lock);
  for (struct hooks *h = known->first; h; h = h->next)
    module_enter(h);
  known->enter = module_enter;
  known->leave = module_leave;
  pthread_mutex_unlock(&known->lock);
  if (strange)
    world_blind(
        "the program has a module built by `fencepost cc` of another version: its loads "
        "and stores are not seen",
        SEEN_LIBRARIES, UNSEEN_SYSTEM);
}

static void stop(void) {
  on = 0;
  filter_stop();
}

static void fed(void) {
  filter_settle(renew);
}

static void watch(const struct event_run *run, enum watch what) {
  filter_mark(run, what == WATCH_WINDOW);
}

/* Whatever is marked is seen. */
static int ignores(int64_t size, int store) {
  (void)size;
  (void)store;
  return 0;
}

const struct tracer tracer_compiled = {.wanted = wanted,
                                       .attach = attach,
                                       .begin = begin,
                                       .stop = stop,
                                       .watch = watch,
                                       .ignores = ignores,
                                       .unwatch = filter_stale,
                                       .fed = fed};
