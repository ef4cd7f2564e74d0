#define _GNU_SOURCE
#include "interpose/arch/arena.h"
#include <pthread.h>
#include <sys/mman.h>
#include "interpose/arch/region.h"

#define PAGE 4096ul
#define ARENAS 256
#define FARTHEST 0x70000000ul /* the largest distance within memory that belongs together */
#define REACH 0x60000000ul    /* of an arena */
#define STEP 0x1000000ul
/* Preferred distance: nearer room may be needed by other mappings later. */
#define FAR 0x20000000ul

static struct arena {
  uintptr_t at;
  intptr_t delta;
} arenas[ARENAS];
static _Atomic int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uintptr_t apart(uintptr_t a, uintptr_t b) {
  return a < b ? b - a : a - b;
}

/* An arena lies between pages that nobody may access. */
static void *make(uintptr_t alias) {
  char *around = region_near(alias, REGION_ARENA + 2 * PAGE, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (around == MAP_FAILED)
    return NULL;
  if (!mprotect(around + PAGE, REGION_ARENA, PROT_READ | PROT_WRITE | PROT_EXEC))
    return around + PAGE;
  munmap(around, REGION_ARENA + 2 * PAGE);
  return NULL;
}

void *arena_for(uintptr_t alias, intptr_t delta) {
  void *found = NULL;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count && !found; i++)
    if (arenas[i].delta == delta && apart(arenas[i].at, alias) < REACH)
      found = (void *)arenas[i].at;
  if (!found && count < ARENAS) {
    found = make(alias);
    if (found)
      arenas[count++] = (struct arena){(uintptr_t)found, delta};
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void *map_at(uintptr_t at, size_t size, int protection, int flags, int fd) {
  if (at < 1ul << 16 || at + size > 1ul << 47)
    return MAP_FAILED;
  void *p = mmap((void *)at, size, protection, flags | MAP_FIXED_NOREPLACE, fd, 0);
  if (p == (void *)at || p == MAP_FAILED)
    return p;
  munmap(p, size); /* a kernel that does not know the flag has mapped it elsewhere */
  return MAP_FAILED;
}

static void *search(uintptr_t base, size_t size, int protection, int flags, int fd,
                    uintptr_t from, uintptr_t to) {
  for (uintptr_t d = from; d + size < to; d += STEP)
    for (int above = 0; above < 2; above++) {
      if (!above && d > base)
        continue;
      void *p = map_at((above ? base + d : base - d) & ~4095ul, size, protection, flags, fd);
      if (p != MAP_FAILED)
        return p;
    }
  return MAP_FAILED;
}

void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd) {
  uintptr_t least = (size + 0xfffff) & ~0xffffful;
  void *p = MAP_FAILED;
  if (least < FAR)
    p = search(base, size, protection, flags, fd, FAR, FARTHEST);
  if (p == MAP_FAILED)
    p = search(base, size, protection, flags, fd, least, FARTHEST);
  return p;
}

void *region_beside(uintptr_t base, size_t size, int protection, int flags, int fd, int view) {
  for (int i = count; i-- > 0;) {
    uintptr_t d = (uintptr_t)arenas[i].delta, at = view ? base - d : base + d;
    if (apart(arenas[i].at, view ? base : at) >= REACH)
      continue;
    void *p = map_at(at, size, protection, flags, fd);
    if (p != MAP_FAILED)
      return p;
  }
  return region_near(base, size, protection, flags, fd);
}
