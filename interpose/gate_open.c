#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "fault.h"
#include "gate.h"
#include "gate_arena.h"
#include "gate_make.h"
#include "region.h"

static atomic_flag held = ATOMIC_FLAG_INIT;
static uint64_t mask_before_hold;
static int opened; /* under `held` */
static atomic_ulong openings;

static void take(void) {
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire))
    gate_call(SYS_sched_yield);
}

static void leave(void) {
  atomic_flag_clear_explicit(&held, memory_order_release);
}

void gate_hold(void) {
  uint64_t mask = ~fault_owned(), before;
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, &mask, &before, sizeof mask);
  take();
  mask_before_hold = before;
}

void gate_release(void) {
  uint64_t mask = mask_before_hold;
  leave();
  gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, &mask, NULL, sizeof mask);
}

static void open_one(uintptr_t at) {
  size_t size;
  uintptr_t lo = region_bounds(at, &size);
  gate_call(SYS_mprotect, lo, size, (long)(PROT_READ | PROT_WRITE));
}

static void close_one(uintptr_t at) {
  size_t size;
  uintptr_t lo = region_bounds(at, &size);
  gate_call(SYS_mprotect, lo, size, (long)PROT_NONE);
}

void gate_open(void) {
  take();
  if (!opened++) {
    region_each(open_one);
    openings++;
  }
  leave();
}

void gate_close(void) {
  take();
  if (!--opened)
    region_each(close_one);
  leave();
}

unsigned long gate_openings(void) {
  return openings;
}

void gate_open_forked(void) {
  opened = 0;
  atomic_flag_clear(&held);
}
