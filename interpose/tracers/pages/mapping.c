#define _GNU_SOURCE
#include "mapping.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "report/journal/size_limit.h"
#include "maps.h"
#include "interpose/stack/own_stack.h"
#include "interpose/arch/fault_stack.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/own_call.h"
#include "interpose/arch/region.h"
#include "interpose/arch/system_call.h"

#define PAGE 4096ul
#define NAME "fencepost-window"
/* A thread's variables lie in so many bytes below its thread pointer. */
#define TLS_BELOW 65536u
#define TLS_ABOVE 4096u

static int meets(uintptr_t lo, uintptr_t hi, uintptr_t from, uintptr_t to) {
  return lo < to && from < hi;
}

/* Whether the pages meet the stack of the calling thread. */
static int is_in_stack(uintptr_t lo, uintptr_t hi) {
  struct own_stack own = own_stack();
  return meets(lo, hi, own.lo, own.hi);
}

/* Whether they meet the thread's variables, which lie in one mapping, or its alternate
 * stack. */
static int is_apart(const struct map *l, uintptr_t lo, uintptr_t hi) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  stack_t other = fault_stack_wanted();
  return (meets(l->lo, l->hi, self, self + 1) &&
          meets(lo, hi, self - TLS_BELOW, self + TLS_ABOVE)) ||
         (!(other.ss_flags & SS_DISABLE) &&
          meets(lo, hi, (uintptr_t)other.ss_sp, (uintptr_t)other.ss_sp + other.ss_size));
}

/* glibc's malloc keeps so much for each arena, aligned to its size, without rights where it is
 * not used yet. */
#define ARENA (64ul << 20)
#define GUARD_MOST 65536u
static int is_of_arena(const struct map *l) {
  return l->hi % ARENA == 0 && l->hi - l->lo > GUARD_MOST;
}

/* Whether it is another thread's stack, which begins after a page without rights. To the
 * kernel, memory behind it may be the same mapping. */
static int is_stack(const struct map *l, uintptr_t lo) {
  pthread_attr_t attributes;
  struct map before;
  size_t size = 0;
  if (l->name[0] || !maps_find(l->lo - 1, &before) || before.hi != l->lo ||
      before.rights[0] != '-' || before.name[0] || is_of_arena(&before))
    return 0;
  if (!pthread_getattr_default_np(&attributes)) {
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
  }
  return lo - l->lo < size;
}

static enum mapping judge(const struct map *l, uintptr_t lo, uintptr_t hi) {
  if (strstr(l->name, "hugepage"))
    return MAPPING_HUGE;
  if (strncmp(l->rights, "rw-", 3))
    return MAPPING_RIGHTS;
  if (l->rights[3] == 's')
    return MAPPING_SHARED;
  if (is_apart(l, lo, hi))
    return MAPPING_STACK;
  if (is_in_stack(lo, hi))
    return MAPPING_FRAMES;
  if (!strcmp(l->name, "[stack]") || is_stack(l, lo))
    return MAPPING_STACK;
  return MAPPING_PRIVATE;
}

enum mapping mapping_of(uintptr_t lo, uintptr_t hi, uintptr_t *end, int *ours) {
  struct map l;
  *end = hi;
  if (!maps_find(lo, &l) || l.lo > lo)
    return MAPPING_HOLE;
  *end = l.hi < hi ? l.hi : hi;
  *ours = !strcmp(l.name, "/memfd:" NAME);
  return judge(&l, lo, *end);
}

int mapping_alone(uintptr_t lo, uintptr_t hi) {
  struct maps m;
  struct map l;
  int alone = maps_open(&m, lo);
  while (alone && maps_next(&m, &l) && l.lo < hi)
    alone = l.lo >= lo && l.hi <= hi;
  maps_close(&m);
  return alone;
}

int mapping_has_frames(uintptr_t lo, uintptr_t hi, uintptr_t frame) {
  struct map l;
  if (is_in_stack(lo, hi) || is_in_stack(frame, frame + 1))
    return is_in_stack(lo, hi);
  return maps_find(frame, &l) && l.lo <= frame && meets(l.lo, l.hi, lo, hi);
}

void mapping_each_ours(void *context, void (*each)(void *, uintptr_t lo, uintptr_t hi)) {
  struct maps m;
  struct map l;
  maps_open(&m, 0);
  while (maps_next(&m, &l))
    if (!strcmp(l.name, "/memfd:" NAME))
      each(context, l.lo, l.hi);
  maps_close(&m);
}

/* Copying. These functions must not touch the heap, which may be what is copied, and must not
 * call functions of libc that UCX has replaced, because these would wait for the same
 * memory. */

/* Returns whether it is there: anonymous memory that was never touched need not be copied. */
static void present(uintptr_t lo, size_t pages, unsigned char *is) {
  uint64_t word[512];
  long fd = own_call(SYS_openat, AT_FDCWD, (long)"/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
  memset(is, 1, pages);
  for (size_t i = 0; fd >= 0 && i < pages;) {
    size_t n = pages - i < 512 ? pages - i : 512;
    if (own_call(SYS_pread64, fd, (long)word, (long)n * 8, (long)(lo / PAGE + i) * 8) !=
        (long)n * 8)
      break;
    for (size_t k = 0; k < n; k++)
      is[i + k] = word[k] >> 62 != 0; /* whether the page is in memory or in swap */
    i += n;
  }
  if (fd >= 0)
    own_call(SYS_close, fd, 0, 0, 0);
}

static int is_anonymous(uintptr_t lo, uintptr_t hi) {
  struct maps m;
  struct map l;
  int is = maps_open(&m, lo);
  while (is && maps_next(&m, &l) && l.lo < hi)
    is = !l.name[0] || !strcmp(l.name, "[heap]");
  maps_close(&m);
  return is;
}

static void copy(char *to, const char *from, size_t size, const unsigned char *is) {
  for (size_t i = 0; i < size / PAGE; i++)
    if (!is || is[i])
      memcpy(to + i * PAGE, from + i * PAGE, PAGE);
}

/* UCX keeps registrations of memory until it sees the memory unmapped. This call fails, but it
 * runs UCX's hooks. */
void mapping_forget(uintptr_t lo, size_t size) {
  void *p = mmap((void *)lo, size, PROT_NONE, MAP_SHARED | MAP_FIXED, -1, 0);
  (void)p;
}

static long raw_map(uintptr_t lo, size_t size, int protection, int fd) {
  return gate_call(SYS_mmap, lo, size, (long)protection, (long)(MAP_SHARED | MAP_FIXED),
                   (long)fd, 0L);
}

static void *map_anonymous(size_t size) {
  long p = gate_call(SYS_mmap, 0L, size, (long)(PROT_READ | PROT_WRITE),
                     (long)(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE), -1L, 0L);
  return p < 0 ? NULL : (void *)p;
}

static int is_moved(uintptr_t from, size_t old, size_t size, uintptr_t to) {
  return gate_call(SYS_mremap, from, old, size, (long)(MREMAP_MAYMOVE | MREMAP_FIXED), to) ==
         (long)to;
}

/* limits on the size of files count for this, too */
static int resize(int fd, size_t size) {
  struct size_limit limit;
  size_limit_hold(&limit);
  int failed = own_call(SYS_ftruncate, fd, (long)size, 0, 0) != 0;
  size_limit_release(&limit);
  return failed;
}

int mapping_share(uintptr_t lo, size_t size, uintptr_t alias, int view) {
  unsigned char *is = NULL;
  int fd = (int)own_call(SYS_memfd_create, (long)NAME, MFD_CLOEXEC, 0, 0), ok = 0;
  if (fd < 0)
    return -1;
  if (is_anonymous(lo, lo + size))
    is = map_anonymous(size / PAGE);
  if (!resize(fd, size) && mmap((void *)alias, size, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_FIXED, fd, 0) == (void *)alias) {
    mapping_forget(lo, size);
    uint64_t before = signals_hold();
    if (!own_protect(lo, size, PROT_READ)) {
      if (is)
        present(lo, size / PAGE, is);
      copy((char *)alias, (const char *)lo, size, is);
      ok = raw_map(lo, size, view ? PROT_NONE : PROT_READ | PROT_WRITE, fd) == (long)lo;
      if (!ok)
        own_protect(lo, size, PROT_READ | PROT_WRITE);
    }
    signals_release(before);
  }
  if (is)
    gate_call(SYS_munmap, is, size / PAGE);
  own_call(SYS_close, fd, 0, 0, 0);
  return ok ? 0 : -1;
}

int mapping_private(uintptr_t to, size_t size, uintptr_t from) {
  void *place = map_anonymous(size);
  if (!place)
    return -1;
  uint64_t before = signals_hold();
  own_protect(to, size, to == from ? PROT_READ : PROT_NONE);
  memcpy(place, (const void *)from, size);
  int ok = is_moved((uintptr_t)place, size, size, to);
  signals_release(before);
  if (!ok)
    gate_call(SYS_munmap, place, size);
  return ok ? 0 : -1;
}

/* A raw system call, because UCX replaces mremap by a function that loses the fifth
 * argument. */
int mapping_again(uintptr_t lo, size_t size, uintptr_t place) {
  uintptr_t end;
  int ours;
  for (uintptr_t at = lo; at < lo + size; at = end) {
    if (mapping_of(at, lo + size, &end, &ours) != MAPPING_SHARED)
      return -1;
    uintptr_t to = place + (at - lo);
    if (!is_moved(at, 0, end - at, to))
      return -1;
  }
  return 0;
}
