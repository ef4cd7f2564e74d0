#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "freeing.h"
#include <libunwind.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/args.h"
#include "interpose/base/aside.h"
#include "allocated.h"
#include "extra_state.h"
#include "in_use.h"
#include "interpose/stack/loaded.h"
#include "interpose/stack/path.h"
#include "interpose/stack/stack.h"
#include "interpose/stack/unwinder.h"
#include "interpose/stream/feed.h"
#include "interpose/thread_calls/wait_turn.h"

#define OWN 8 /* frames of ours above the program's */

static hooks_free *_Atomic *hook;
static struct loaded_range loader;
extern void *__tls_get_addr(void *index); /* one of its functions */

/* Memory of windows, sorted by where it begins. Readers need no lock: `version` is odd while it
 * changes. Arrays that were too small are kept, because somebody may still read them. */
struct freed_span {
  uintptr_t lo, hi;
  int of_mpi; /* malloc need not know it */
};
static struct freed_span *_Atomic spans;
static _Atomic size_t count;
static size_t room;
static _Atomic uintptr_t longest;
static _Atomic unsigned version;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Only a thread that has the lock writes, so no atomic read-modify-write is needed. */
static void change_begin(void) {
  calls_lock(&lock);
  atomic_store_explicit(&version, version + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

static void change_end(void) {
  atomic_store_explicit(&version, version + 1, memory_order_release);
  calls_unlock(&lock);
}

static void count_set(size_t n) {
  atomic_store_explicit(&count, n, memory_order_relaxed);
}

static struct freed_span span_of(const void *base, int64_t size) {
  uintptr_t lo = (uintptr_t)base;
  return (struct freed_span){lo, lo + (uintptr_t)size, 0};
}

/* Returns the first that begins at `at` or later. */
static size_t place_of(const struct freed_span *s, size_t hi, uintptr_t at) {
  size_t lo = 0;
  while (lo < hi) {
    size_t middle = (lo + hi) / 2;
    if (s[middle].lo < at)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

static int grow(void) {
  size_t more = room ? 2 * room : 16;
  struct freed_span *grown = malloc(more * sizeof *grown);
  if (!grown)
    return -1;
  if (count)
    memcpy(grown, spans, count * sizeof *grown);
  spans = grown;
  room = more;
  return 0;
}

/* What the thread freed last. If that memory is unmapped then, there is no second finding. */
static __thread uintptr_t last __attribute__((tls_model("initial-exec")));

void freed_add(const void *base, int64_t size, int of_mpi) {
  struct freed_span own = span_of(base, size);
  own.of_mpi = of_mpi;
  if (size <= 0 || !base)
    return;
  freed_listen();
  if (last - own.lo < own.hi - own.lo) /* the memory has been given out again since */
    last = 0;
  change_begin();
  if (count < room || !grow()) {
    size_t at = place_of(spans, count, own.lo);
    memmove(spans + at + 1, spans + at, (count - at) * sizeof *spans);
    spans[at] = own;
    count_set(count + 1);
    if (own.hi - own.lo > longest)
      longest = own.hi - own.lo;
  }
  change_end();
}

void freed_remove(const void *base, int64_t size) {
  struct freed_span own = span_of(base, size);
  if (size <= 0 || !base)
    return;
  change_begin();
  size_t at = place_of(spans, count, own.lo);
  while (at < count && spans[at].lo == own.lo && spans[at].hi != own.hi)
    at++;
  if (at < count && spans[at].lo == own.lo) {
    count_set(count - 1);
    memmove(spans + at, spans + at + 1, (count - at) * sizeof *spans);
  }
  change_end();
}

/* The array may be newer than the count, but has room for as many. */
static int any_meets(uintptr_t lo, uintptr_t hi, int of_mpi) {
  size_t n = count;
  const struct freed_span *s = spans;
  for (size_t i = place_of(s, n, hi); i > 0 && s[i - 1].lo + longest > lo; i--)
    if (s[i - 1].hi > lo && s[i - 1].of_mpi >= of_mpi)
      return 1;
  return 0;
}

static int some_meets(uintptr_t lo, uintptr_t hi, int of_mpi) {
  for (;;) {
    unsigned before = version;
    int met = !(before & 1) && any_meets(lo, hi, of_mpi);
    if (!(before & 1) && version == before)
      return met;
  }
}

static int meets(uintptr_t lo, uintptr_t hi) {
  return some_meets(lo, hi, 0);
}

int freed_windows_meet(uintptr_t lo, uintptr_t hi) {
  return count && meets(lo, hi);
}

/* Returns how many bytes malloc gave. Asked only if some window, or a buffer in use, lies
 * behind the first byte, and malloc may have given it. */
static size_t size_of(void *memory, int used) {
  uintptr_t at = (uintptr_t)memory;
  int alone =
      used ? count && some_meets(at, at + 1, 1) : meets(at, at + 1) || !meets(at, UINTPTR_MAX);
  return alone ? 1 : malloc_usable_size(memory);
}

static uint32_t stack_from(const void *caller) {
  void *pc[OWN + PATH_DEPTH];
  int n = unwinder_backtrace(pc, OWN + PATH_DEPTH), skip = 0;
  while (skip < n && pc[skip] != caller)
    skip++;
  return skip < n ? stack_given(pc + skip, n - skip)
                  : stack_given((void *[]){(void *)caller}, 1);
}

static void tell(uintptr_t at, size_t size, struct frame *f, uint32_t stack) {
  struct event e;
  world_event_plain(&e, f, EVENT_FREED);
  e.stack = stack;
  e.u.region = (struct event_region){at, (int64_t)size};
  world_feed_quietly(&e);
}

int freed_concerns(uintptr_t lo, size_t size) {
  return last - lo >= size && (in_use_may_meet(lo, size) || (count && meets(lo, lo + size)));
}

void freed_left(struct frame *f, uintptr_t lo, uintptr_t hi) {
  struct event e;
  if (lo >= hi || (!freed_windows_meet(lo, hi) && !in_use_meets(lo, hi - lo)))
    return;
  world_event(&e, f, EVENT_FREED);
  e.flag = 1;
  e.u.region = (struct event_region){lo, (int64_t)(hi - lo)};
  world_feed(&e);
}

void freed_with_thread(struct thread *t, uintptr_t lo, uintptr_t hi) {
  struct event e;
  if (lo >= hi || (!freed_windows_meet(lo, hi) && !in_use_meets(lo, hi - lo)))
    return;
  world_event_plain(&e, &(struct frame){.thread = t}, EVENT_FREED);
  e.flag = 1;
  e.u.region = (struct event_region){lo, (int64_t)(hi - lo)};
  world_feed(&e);
}

/* What the loader frees is its own, and it may hold locks for which somebody waits who holds
 * the lock of the world. */
static int is_loader(const void *caller) {
  return (uintptr_t)caller - loader.lo < loader.hi - loader.lo;
}

static __attribute__((noinline)) void look(uintptr_t at, size_t size, int of_window,
                                           unsigned call, const void *caller) {
  struct aside a = aside_begin();
  struct frame f = {.call = call};
  if ((of_window || in_use_meets(at, size)) && (f.thread = thread_self()))
    tell(at, size, &f, stack_from(caller));
  aside_end(a);
}

/* Memory of MPI_Alloc_mem need not come from malloc. Returns its size; 0: it is none. */
static __attribute__((noinline)) size_t lose(uintptr_t at, unsigned call, const void *caller) {
  struct aside a = aside_begin();
  struct frame f = {.call = call};
  size_t size = 0;
  if (allocated_begins(at) && (f.thread = thread_self()))
    size = allocated_lose(&f, at, stack_from(caller));
  aside_end(a);
  return size;
}

/* `size`: 0 if malloc gave the memory. Nearly everything that is freed is neither of a window
 * nor a buffer in use, and that is found out without a lock. */
static void on_free(void *memory, size_t size, unsigned call, const void *caller) {
  const struct thread *t = thread_current;
  uintptr_t at = last = (uintptr_t)memory;
  if (!size)
    extra_freed(memory);
  if (!memory || (t && t->depth)) /* most come from within the library */
    return;
  if (wait_turn_pages) {
    size_t bytes = size ? size : malloc_usable_size(memory);
    if (bytes && wait_turns_may_lie(at, bytes))
      wait_turns_freed(at, bytes);
  }
  int used = in_use_beyond(at), allocated = !size && allocated_may_begin(at);
  if ((!count && !used && !allocated) || aside_inside || world_state != WORLD_ON ||
      is_loader(caller))
    return;
  if (allocated)
    size = lose(at, call, caller);
  if (!count && !used)
    return;
  if (!size)
    size = size_of(memory, used);
  int of_window = count && meets(at, at + size);
  if (of_window || (used && in_use_may_meet_near(at, size)))
    look(at, size, of_window, call, caller);
}

void freed_attach(hooks_free *_Atomic *to) {
  struct dl_phdr_info info;
  hook = to;
  loaded_at((uintptr_t)&__tls_get_addr, &info, &loader);
}

void freed_listen(void) {
  if (hook && !*hook)
    *hook = on_free;
}

void freed_leave_alloc(struct frame *f) {
  const struct args_Alloc_mem *a = f->args;
  uintptr_t at = f->rc == MPI_SUCCESS ? *(uintptr_t *)a->baseptr : 0;
  if (!at)
    return;
  freed_listen();
  allocated_add(f, at, a->size > 0 ? (size_t)a->size : 0);
}

void freed_enter_mem(struct frame *f) {
  const struct args_Free_mem *a = f->args;
  uintptr_t at = (uintptr_t)a->base;
  if (!at)
    return;
  size_t size = allocated_free(f, at, some_meets(at, at + 1, 1));
  if (meets(at, at + size) || in_use_meets(at, size))
    tell(at, size, f, stack_capture(f->thread));
}
