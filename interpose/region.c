#define _GNU_SOURCE
#include "region.h"
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>

#define FARTHEST 0x70000000ul
#define STEP 0x1000000ul

static struct region regions[REGIONS];
static atomic_int region_count; /* those beyond were never used */
static atomic_flag busy = ATOMIC_FLAG_INIT;

void region_take(void) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
    sched_yield();
}

void region_leave(void) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
}

void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd) {
  for (uintptr_t apart = (size + 0xfffff) & ~0xffffful; apart + size < FARTHEST; apart += STEP)
    for (int below = 0; below < 2; below++) {
      uintptr_t at = (below ? base - apart : base + apart) & ~4095ul;
      if ((below && apart > base) || at + size > 1ul << 47)
        continue;
      void *p = mmap((void *)at, size, protection, flags | MAP_FIXED_NOREPLACE, fd, 0);
      if (p == (void *)at)
        return p;
      if (p != MAP_FAILED) /* a kernel that does not know the flag */
        munmap(p, size);
    }
  return MAP_FAILED;
}

int region_add(uintptr_t lo, size_t size, intptr_t delta) {
  void *arena =
      region_near(lo + (uintptr_t)delta, REGION_ARENA, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  int at = 0;
  sigset_t all, before;
  if (arena == MAP_FAILED)
    return -1;
  sigfillset(&all); /* a handler may fault */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  region_take();
  while (at < REGIONS && regions[at].hi)
    at++;
  if (at < REGIONS) {
    regions[at].lo = lo;
    regions[at].delta = delta;
    regions[at].arena = arena;
    regions[at].hi = lo + size;
    if (at >= region_count)
      region_count = at + 1;
  }
  region_leave();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (at == REGIONS)
    munmap(arena, REGION_ARENA);
  return at < REGIONS ? 0 : -1;
}

struct region *region_find(uintptr_t at) {
  for (int i = 0; i < region_count; i++)
    if (at >= regions[i].lo && at < regions[i].hi)
      return &regions[i];
  return NULL;
}

void region_remove(uintptr_t lo) {
  void *arena = NULL;
  sigset_t all, before;
  sigfillset(&all); /* a handler may fault */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  region_take();
  struct region *r = region_find(lo);
  if (r) {
    arena = r->arena;
    r->hi = 0;
  }
  region_leave();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (arena)
    munmap(arena, REGION_ARENA);
}

uintptr_t region_alias(uintptr_t at) {
  const struct region *r = region_find(at);
  return at + (r ? (uintptr_t)r->delta : 0);
}

uintptr_t region_view(uintptr_t at) {
  uintptr_t view = at;
  for (int i = 0; i < region_count; i++)
    if (regions[i].hi && region_find(at - (uintptr_t)regions[i].delta) == &regions[i])
      view = at - (uintptr_t)regions[i].delta;
  return view;
}

uintptr_t region_bounds(uintptr_t at, size_t *size) {
  const struct region *r = region_find(at);
  *size = r ? r->hi - r->lo : 0;
  return r ? r->lo : 0;
}

void region_each(void (*each)(uintptr_t lo)) {
  for (int i = 0; i < region_count; i++)
    if (regions[i].hi)
      each(regions[i].lo);
}

uintptr_t region_border(uintptr_t at, intptr_t *delta) {
  uintptr_t end = UINTPTR_MAX;
  *delta = 0;
  for (int i = 0; i < region_count; i++) {
    const struct region *r = &regions[i];
    if (at >= r->lo && at < r->hi) {
      *delta = r->delta;
      return r->hi - at;
    }
    if (r->hi && r->lo > at && r->lo < end)
      end = r->lo;
  }
  return end - at;
}
