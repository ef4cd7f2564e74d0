#define _GNU_SOURCE
#include "gate_futex.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include "fault.h"
#include "gate.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/region.h"

/* Views of futexes that were waited for. If there are too many, some waiter is woken
 * needlessly. */
#define KNOWN 512
static _Atomic uintptr_t known[KNOWN];
static atomic_int too_many;

static void note(uintptr_t at) {
  for (int i = 0; i < KNOWN; i++) {
    uintptr_t none = 0;
    if (known[i] == at || atomic_compare_exchange_strong(&known[i], &none, at))
      return;
  }
  too_many = 1;
}

static void wake_all(uintptr_t at) {
  gate_call(SYS_futex, at, (long)(FUTEX_WAKE | FUTEX_PRIVATE_FLAG), (long)INT_MAX, 0L, 0L, 0L);
}

void gate_removed(uintptr_t lo, size_t size, intptr_t delta) {
  for (int i = 0; i < KNOWN; i++) {
    uintptr_t at = known[i];
    if (at - lo >= size)
      continue;
    known[i] = 0;
    wake_all(at + (uintptr_t)delta);
  }
  if (too_many)
    for (size_t i = 0; i < size; i += 4)
      wake_all(lo + i + (uintptr_t)delta);
}

static int has_time(int command) {
  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_LOCK_PI ||
         command == FUTEX_LOCK_PI2 || command == FUTEX_WAIT_REQUEUE_PI;
}

static int wakes(int command) {
  return command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET || command == FUTEX_REQUEUE ||
         command == FUTEX_CMP_REQUEUE || command == FUTEX_WAKE_OP;
}

/* Wakes threads that have waited since before there was a region. */
static long wake_view(const struct gated *c, int command) {
  int by_bits = command == FUTEX_WAKE_BITSET;
  return gate_call(SYS_futex, c->arg[0],
                   (long)((by_bits ? FUTEX_WAKE_BITSET : FUTEX_WAKE) | FUTEX_PRIVATE_FLAG),
                   c->arg[2], 0L, 0L, by_bits ? c->arg[5] : 0L);
}

static long make(const struct gated *c, int command) {
  uint64_t at = region_alias(c->arg[0]), other = region_alias(c->arg[4]), count = c->arg[2],
           time = has_time(command) ? region_alias(c->arg[3]) : c->arg[3];
  long woken = 0;
  if (at != c->arg[0] && c->arg[1] & FUTEX_PRIVATE_FLAG) {
    if (wakes(command)) {
      woken = wake_view(c, command);
      woken = woken < 0 ? 0 : woken;
      if (woken && (uint64_t)woken >= count && command != FUTEX_WAKE_OP)
        return woken;
      count -= (uint64_t)woken < count ? (uint64_t)woken : count;
    } else {
      note(c->arg[0]);
    }
  }
  long result = gate_call(SYS_futex, at, c->arg[1], count, time, other, c->arg[5]);
  return result < 0 ? result : result + woken;
}

long gate_futex(const struct gated *c) {
  int command = (int)c->arg[1] & FUTEX_CMD_MASK;
  uint64_t mask = *fault_mask(c->context);
  for (;;) {
    uint64_t before = region_alias(c->arg[0]);
    int paused = fault_pause(c->context);
    long result = make(c, command);
    fault_resume(paused, c->context);
    if (result != -EFAULT)
      return result;
    if (before == region_alias(c->arg[0])) /* the region is still the same */
      return gate_make_open(c, mask);
  }
}
