/* view_fork.c: what a child must have as its own is copied before the fork, so that it is as it
 * was then. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "interpose/arch/region.h"
#include "view.h"

/* A copy of memory for the child, and the address where it goes. */
struct copy {
  void *at;
  uintptr_t to;
  size_t size;
};
static struct fork_copies {
  struct copy *copy;
  size_t count, room;
} copies;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void copy_add(struct fork_copies *all, uintptr_t from, uintptr_t to, size_t size) {
  if (all->count == all->room)
    return;
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return;
  memcpy(p, (const void *)from, size);
  all->copy[all->count++] = (struct copy){p, to, size};
}

static int is_alias(uintptr_t at) {
  struct region r;
  for (uintptr_t from = 0; region_look(from, &r); from = r.hi)
    if (!(r.state & REGION_MPI) && at - (uintptr_t)r.delta - r.lo < r.hi - r.lo)
      return 1;
  return 0;
}

/* Returns whether memory was private before it was mapped twice. */
static void copy_mapping(void *context, uintptr_t lo, uintptr_t hi) {
  struct region r;
  for (uintptr_t at = lo, end; at < hi; at = end) {
    int found = region_look(at, &r) && r.lo < hi, inside = found && r.lo <= at;
    end = inside ? r.hi : found ? r.lo : hi;
    end = end < hi ? end : hi;
    if (inside && r.state & REGION_FRAMES && r.thread == (uintptr_t)__builtin_thread_pointer())
      continue; /* stack_window.h takes care of it */
    if (inside)
      copy_add(context, at + (uintptr_t)r.delta, at, end - at);
    else if (!is_alias(at))
      copy_add(context, at, at, end - at);
  }
}

void view_fork_prepare(void) {
  pthread_mutex_lock(&lock);
  size_t room = 4 * REGIONS;
  void *p = region_count() ? mmap(NULL, room * sizeof(struct copy), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                           : MAP_FAILED;
  copies = (struct fork_copies){p == MAP_FAILED ? NULL : p, 0, p == MAP_FAILED ? 0 : room};
  if (copies.copy)
    mapping_each_ours(&copies, copy_mapping);
}

static void copies_free(void) {
  if (copies.copy)
    munmap(copies.copy, copies.room * sizeof *copies.copy);
  copies = (struct fork_copies){NULL, 0, 0};
  pthread_mutex_unlock(&lock);
}

void view_fork_parent(void) {
  for (size_t i = 0; i < copies.count; i++)
    munmap(copies.copy[i].at, copies.copy[i].size);
  copies_free();
}

static void open_region(const struct region *r) {
  mprotect((void *)r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
}

void view_fork_child(void) {
  region_each(open_region);
  for (size_t i = 0; i < copies.count; i++) {
    const struct copy *c = &copies.copy[i];
    syscall(SYS_mremap, c->at, c->size, c->size, MREMAP_MAYMOVE | MREMAP_FIXED, c->to);
  }
  copies_free();
  region_remove_all(0, UINTPTR_MAX);
}
