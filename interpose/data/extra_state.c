#define _GNU_SOURCE
#include "extra_state.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "include/event.h"
#include "freeing.h"
#include "interpose/stack/own_stack.h"
#include "interpose/stack/path.h"
#include "interpose/stack/stack.h"

/* Addresses that free was called with. No locks, because free is called everywhere, also by us.
 * A bucket holds the last address only; if another address replaces ours we say nothing. */
#define BUCKETS 4096
#define SMALL 65536 /* a smaller value is not an address but a number in a pointer */

static struct bucket {
  atomic_uint watched;
  _Atomic uintptr_t freed;
} buckets[BUCKETS];
static atomic_uint watches; /* of all buckets: nearly always none */

static struct bucket *bucket_of(uintptr_t at) {
  return &buckets[at * 0x9e3779b97f4a7c15u >> 52];
}

void extra_freed(void *memory) {
  if (!atomic_load_explicit(&watches, memory_order_relaxed))
    return;
  struct bucket *b = bucket_of((uintptr_t)memory);
  if (atomic_load_explicit(&b->watched, memory_order_relaxed))
    b->freed = (uintptr_t)memory;
}

static void heap_note(struct extra *x) {
  struct bucket *b = bucket_of(x->at);
  uintptr_t at = x->at;
  freed_listen();
  b->watched++;
  watches++;
  atomic_compare_exchange_strong(&b->freed, &at, 0); /* the memory was allocated anew */
  x->heap = 1;
}

static uintptr_t stack_end(void) {
  return own_stack().hi;
}

int extra_on_stack(const struct thread *t, uintptr_t at) {
  if (at < t->registers[REG_SP])
    return 0; /* most buffers are on the heap, or static */
  struct own_stack own = own_stack();
  return t->registers[REG_SP] >= own.lo && at < own.hi;
}

/* A walk costs some microseconds, so the last one is kept. It is still the stack as long as its
 * slots hold the same values. */
static const struct walk *walk_of(struct thread *t) {
  static __thread struct walk *last;
  static __thread uint64_t sp, caller;
  if (!last && !(last = calloc(1, sizeof *last)))
    return NULL;
  int same = last->exact && sp == t->registers[REG_SP] && caller == t->registers[REG_CALLER];
  for (int i = 0; same && i < last->slots; i++)
    same = *last->slot[i].at == last->slot[i].value;
  if (same)
    return last;
  path_walk(last, t->registers, 1);
  sp = t->registers[REG_SP];
  caller = t->registers[REG_CALLER];
  return last;
}

static int is_return(const struct walk *w, uint64_t value) {
  for (int i = 0; i < w->count; i++)
    if ((uint64_t)(uintptr_t)w->pc[i] == value)
      return 1;
  return 0;
}

static void stack_note(struct extra *x, struct thread *t) {
  const struct walk *w = walk_of(t);
  x->thread = t;
  for (int i = 0; w && w->exact && i < w->slots; i++) {
    const struct slot *s = &w->slot[i];
    if ((uintptr_t)s->at > x->at && (!x->slot || s->at < x->slot) && is_return(w, s->value)) {
      x->slot = s->at;
      x->value = s->value;
    }
  }
}

void extra_note(struct extra *x, struct thread *t, const void *state) {
  memset(x, 0, sizeof *x);
  x->at = (uintptr_t)state;
  if (x->at < SMALL)
    return;
  if (x->at >= t->registers[REG_SP] && x->at < stack_end())
    stack_note(x, t);
  else
    heap_note(x);
}

void extra_forget(struct extra *x) {
  if (x->heap) {
    bucket_of(x->at)->watched--;
    watches--;
  }
  x->heap = 0;
}

static int slot_changed(const struct extra *x) {
  uint64_t value = 0;
  struct iovec to = {&value, sizeof value};
  struct iovec from = {(void *)(uintptr_t)x->slot, sizeof value};
  ssize_t n = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
  return n == (ssize_t)sizeof value && value != x->value;
}

int extra_gone(const struct extra *x, const struct thread *t, const void *sp) {
  if (x->heap)
    return bucket_of(x->at)->freed == x->at ? GREQ_HEAP : 0;
  if (!x->thread)
    return 0;
  if (x->thread != t) /* the thread may have ended, and another one use its memory */
    return x->slot && slot_changed(x) ? GREQ_STACK : 0;
  int left = (uintptr_t)sp > x->at && (uintptr_t)sp < stack_end();
  return left || (x->slot && *x->slot != x->value) ? GREQ_STACK : 0;
}
