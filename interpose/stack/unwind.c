#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "unwind.h"
#include <dlfcn.h>
#include <libunwind.h>
#include <stdlib.h>
#include "interpose/base/thread.h"
#include "own_stack.h"
#include "unwinder.h"

/* The code of malloc, and of the loader, which allocates for threads. */
static struct { uintptr_t lo, hi; } apart[2];

static __thread int prepared __attribute__((tls_model("initial-exec")));

static void keep_apart(int i, void *function) {
  struct dl_find_object found;
  if (!function || _dl_find_object(function, &found))
    return;
  apart[i].lo = (uintptr_t)found.dlfo_map_start;
  apart[i].hi = (uintptr_t)found.dlfo_map_end;
}

void unwind_begin(void) {
  keep_apart(0, dlsym(RTLD_DEFAULT, "malloc"));
  keep_apart(1, dlsym(RTLD_DEFAULT, "__tls_get_addr"));
}

struct unwinding {
  void **pc;
  int most, count;
};

static int walk(void *argument) {
  struct unwinding *w = argument;
  own_stack();
  w->count = unwinder_backtrace(w->pc, w->most);
  prepared = 1;
  return 0;
}

static int walk_from_here(void **pc, int most) {
  struct unwinding w = {pc, most, 0};
  own_stack_run(walk, &w);
  return w.count;
}

/* Call only where the calling thread is not within malloc. */
static void unwind_prepare(void) {
  void *pc[4];
  if (!prepared)
    walk_from_here(pc, 4);
}

__attribute__((constructor)) static void listen(void) {
  thread_prepares(unwind_prepare);
}

int unwind_from(uintptr_t at, void **pc, int most) {
  for (int i = 0; i < 2 && !prepared; i++)
    if (at >= apart[i].lo && at < apart[i].hi)
      return 0;
  return walk_from_here(pc, most);
}
