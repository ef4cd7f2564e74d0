#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "unwind.h"
#include <dlfcn.h>
#include <libunwind.h>
#include <stdlib.h>

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

void unwind_prepare(void) {
  void *pc[4];
  if (!prepared)
    unw_backtrace(pc, 4);
  prepared = 1;
}

int unwind_from(uintptr_t at, void **pc, int most) {
  for (int i = 0; i < 2 && !prepared; i++)
    if (at >= apart[i].lo && at < apart[i].hi)
      return 0;
  prepared = 1;
  return unw_backtrace(pc, most);
}
