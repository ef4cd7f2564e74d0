#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "fault.h"
#include "gate.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/own_call.h"
#include "gate_make.h"
#include "interpose/arch/region.h"

static atomic_flag held = ATOMIC_FLAG_INIT;
static _Atomic uintptr_t holder;
static int again; /* both are protected by `held`, as is the rest */
static int opened;
static atomic_ulong openings;

/* Takes the lock. Its holder may take it again, because memory that it accesses may need to be
 * opened. */
static void take(void) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  if (holder == self) {
    again++;
    return;
  }
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire))
    gate_call(SYS_sched_yield);
  holder = self;
}

static void leave(void) {
  if (again) {
    again--;
    return;
  }
  holder = 0;
  atomic_flag_clear_explicit(&held, memory_order_release);
}

void gate_hold(void) {
  fault_defer();
  take();
}

void gate_release(void) {
  leave();
  fault_undefer();
}

void gate_quiet_begin(void) {
  gate_quiet++;
  gate_hold();
}

void gate_quiet_end(void) {
  gate_release();
  gate_quiet--;
}

/* Returns whether we may open and close the region: not if it is open already or is being
 * copied. Asked under the lock, because another thread may be about to open it for good. */
static int is_closed(const struct region *r) {
  return !(r->state & (REGION_OPEN | REGION_BUSY));
}

static void open_one(struct region *r, void *unused) {
  (void)unused;
  if (is_closed(r))
    own_protect(r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
}

static void close_one(struct region *r, void *unused) {
  (void)unused;
  if (is_closed(r))
    own_protect(r->lo, r->hi - r->lo, PROT_NONE);
}

void gate_open(void) {
  take();
  if (!opened++) {
    region_change_deferred(0, UINTPTR_MAX, open_one, NULL);
    openings++;
  }
  leave();
}

void gate_close(void) {
  take();
  if (!--opened)
    region_change_deferred(0, UINTPTR_MAX, close_one, NULL);
  leave();
}

unsigned long gate_openings(void) {
  return openings;
}

void gate_open_forked(void) {
  opened = again = 0;
  holder = 0;
  atomic_flag_clear(&held);
}
