/* view_leave.c: memory that the program unmaps, moves or throws away while it is a view. It may
 * be freed memory whose window no longer exists, but whose alias may still have been in use. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "gate.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/region.h"
#include "interpose/tracers/shared/tracer.h"
#include "view.h"

static void set_open(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_OPEN;
  r->state &= ~(unsigned)REGION_LINGERS;
}

static void open_view(const struct region *r) {
  region_change(r->lo, r->hi, set_open, NULL);
  mprotect((void *)r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
  region_left(r->lo, r->hi);
}

/* These are raw system calls, because we may be in a function of libc that UCX has replaced. */
static int make_private(const struct region *r, int keep) {
  size_t size = r->hi - r->lo;
  long place =
      syscall(SYS_mmap, 0L, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  if (place == -1)
    return -1;
  if (keep)
    memcpy((void *)place, (const void *)(r->lo + (uintptr_t)r->delta), size);
  if (syscall(SYS_mremap, place, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, r->lo) ==
      (long)r->lo)
    return 0;
  syscall(SYS_munmap, place, size);
  return -1;
}

/* Maps private memory, as it was before. */
static int is_emptied(const struct region *r, long number) {
  return number == GATE_EMPTIES && r->windows && !(r->state & (REGION_MPI | REGION_FILE)) &&
         !syscall(SYS_madvise, r->lo + (uintptr_t)r->delta, r->hi - r->lo, MADV_REMOVE);
}

/* Nobody uses the alias of memory that lingers. UCX must see it unmapped, which is not possible
 * here. */
#define BEHIND VIEW_LINGERS_MOST
static struct behind {
  _Atomic uintptr_t at; /* 0: free, 1: being filled in */
  size_t size;
} behind[BEHIND];
static atomic_int behind_count;

static void leave_behind(const struct region *r) {
  uintptr_t alias = r->lo + (uintptr_t)r->delta, none = 0;
  int i = 0;
  while (i < BEHIND && !atomic_compare_exchange_strong(&behind[i].at, &none, 1)) {
    none = 0;
    i++;
  }
  if (i == BEHIND) {
    gate_call(SYS_munmap, alias, r->hi - r->lo);
    return;
  }
  behind[i].size = r->hi - r->lo;
  behind[i].at = alias;
  behind_count++;
  tracer_due = 1;
}

int view_left_behind(void) {
  return behind_count != 0;
}

void view_unmap_left(void) {
  for (int i = 0; i < BEHIND && behind_count; i++) {
    uintptr_t at = behind[i].at;
    if (at <= 1)
      continue;
    munmap((void *)at, behind[i].size);
    behind[i].at = 0;
    behind_count--;
  }
}

/* Returns whether it is no longer a view. */
static int leave(const struct region *r, long number) {
  int throws = number == SYS_madvise || number == GATE_EMPTIES, moves = number == SYS_mremap;
  if (is_emptied(r, number))
    return 0;
  if (r->state & (REGION_MPI | REGION_FILE) || number == SYS_mprotect ||
      number == SYS_pkey_mprotect || ((throws || moves) && make_private(r, moves))) {
    open_view(r);
    return 1;
  }
  region_remove_all(r->lo, r->hi);
  if (r->state & REGION_LINGERS && !(r->state & REGION_HELD))
    leave_behind(r);
  return 1;
}

int view_leave(uintptr_t lo, uintptr_t hi, long number) {
  struct region r;
  int count = 0;
  lo &= ~4095ul;
  hi = (hi + 4095) & ~4095ul;
  region_split(lo);
  region_split(hi);
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi)
    count += leave(&r, number);
  return count;
}
