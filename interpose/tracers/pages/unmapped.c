#define _GNU_SOURCE
#include "unmapped.h"
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include "interpose/data/freeing.h"
#include "interpose/stack/stack.h"
#include "interpose/base/thread.h"
#include "interpose/stack/unwind.h"

#define MOST 8    /* in one segment */
#define FRAMES 32 /* frames, those of our handler included */

enum { FREE, FILLING, FILLED };
static struct unmapped_note {
  atomic_int state;
  uintptr_t lo;
  size_t size;
  unsigned call;
  int thread, count;
  void *pc[FRAMES];
} note[MOST];
static atomic_int due;

static unsigned call_of(long number) {
  return number == SYS_munmap ? CALL_MUNMAP : number == SYS_mremap ? CALL_MREMAP : CALL_MMAP;
}

/* Takes the stack from the caller of the libc function that makes the system call. */
static int callers(uintptr_t at, void **pc) {
  void *all[FRAMES];
  int n = unwind_from(at, all, FRAMES), skip = 0;
  while (skip < n && (uintptr_t)all[skip] - at > 16)
    skip++;
  skip += skip + 1 < n;
  if (skip >= n) {
    pc[0] = (void *)at;
    return 1;
  }
  memcpy(pc, all + skip, (size_t)(n - skip) * sizeof *pc);
  return n - skip;
}

static struct unmapped_note *take(void) {
  for (int i = 0; i < MOST; i++) {
    int state = FREE;
    if (atomic_compare_exchange_strong(&note[i].state, &state, FILLING))
      return &note[i];
  }
  return NULL;
}

void unmapped_note(uintptr_t lo, size_t size, long number, uintptr_t pc) {
  const struct thread *t = thread_current;
  struct unmapped_note *n;
  if ((number != SYS_munmap && number != SYS_mremap && number != SYS_mmap) || (t && t->depth) ||
      !freed_concerns(lo, size) || !(n = take()))
    return;
  n->lo = lo;
  n->size = size;
  n->call = call_of(number);
  n->thread = t ? t->number : 0;
  n->count = callers(pc, n->pc);
  n->state = FILLED;
  due = 1;
}

static void tell(struct unmapped_note *n, void (*feed)(struct event *e)) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_FREED;
  e.call = n->call;
  e.thread = n->thread;
  e.stack = stack_given(n->pc, n->count);
  e.u.region = (struct event_region){(int64_t)n->lo, (int64_t)n->size};
  n->state = FREE;
  feed(&e);
}

int unmapped_due(void) {
  return due;
}

void unmapped_tell(void (*feed)(struct event *e)) {
  if (!due)
    return;
  due = 0;
  for (int i = 0; i < MOST; i++)
    if (note[i].state == FILLED)
      tell(&note[i], feed);
}
