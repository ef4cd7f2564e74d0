#include "allocated.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/hash.h"
#include "interpose/handles/maker.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

/* Other threads than those that call MPI free memory, too, so this is always locked. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct block {
  uintptr_t at;
  size_t size;
  struct maker last; /* the call that has allocated it, or freed it if it is free */
  int is_free;
  UT_hash_handle hh;
} * blocks;
static int incomplete; /* some of them are not known */

_Atomic uint8_t allocated_at[ALLOCATED_PLACES];

static void count(uintptr_t at, int change) {
  _Atomic uint8_t *n = &allocated_at[allocated_place(at)];
  if (*n < 255)
    *n = (uint8_t)(*n + change);
}

static void add_locked(struct block *new) {
  struct block *b;
  HASH_FIND(hh, blocks, &new->at, sizeof new->at, b);
  if (b && !b->is_free)
    count(b->at, -1);
  if (b)
    HASH_DEL(blocks, b);
  free(b);
  HASH_ADD(hh, blocks, at, sizeof new->at, new);
  count(new->at, 1);
}

void allocated_add(struct frame *f, uintptr_t at, size_t size) {
  struct block *b = calloc(1, sizeof *b);
  struct maker maker = misuse_maker(f->thread);
  pthread_mutex_lock(&lock);
  if (b) {
    b->at = at;
    b->size = size;
    b->last = maker;
    add_locked(b);
  } else {
    incomplete = 1;
  }
  pthread_mutex_unlock(&lock);
}

static void end_locked(struct block *b, const struct maker *by) {
  count(b->at, -1);
  b->is_free = 1;
  b->last = *by;
}

/* Blocks of no bytes may be at the same address, so these stay. Returns 0 if no call has
 * allocated it. *was: as it was before. */
static int free_block(uintptr_t at, const struct maker *by, struct block *was) {
  struct block *b;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, blocks, &at, sizeof at, b);
  if (b) {
    *was = *b;
    if (!b->is_free && b->size)
      end_locked(b, by);
  }
  int unknown = !b && incomplete;
  pthread_mutex_unlock(&lock);
  return b || unknown;
}

static void tell(struct frame *f, uint32_t stack, int what, const struct maker *m) {
  struct event e;
  world_event_plain(&e, f, EVENT_MISUSE);
  e.stack = stack;
  e.u.misuse = (struct event_misuse){
      .what = (uint8_t)what, .call = m->call, .thread = m->thread, .stack = m->stack};
  stack_define(m->stack);
  world_feed_quietly(&e);
}

size_t allocated_free(struct frame *f, uintptr_t at, int of_window) {
  struct block was = {.size = 1};
  struct maker by = misuse_maker(f->thread);
  if (!free_block(at, &by, &was)) {
    if (!of_window) /* else that is told */
      tell(f, by.stack, MISUSE_NOT_ALLOCATED, &was.last);
  } else if (was.is_free) {
    tell(f, by.stack, MISUSE_FREED_AGAIN, &was.last);
  }
  return was.size ? was.size : 1;
}

int allocated_begins(uintptr_t at) {
  struct block *b;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, blocks, &at, sizeof at, b);
  int begins = b && !b->is_free;
  pthread_mutex_unlock(&lock);
  return begins;
}

size_t allocated_lose(struct frame *f, uintptr_t at, uint32_t stack) {
  struct block was = {.is_free = 1};
  struct maker by = {.stack = stack, .call = (uint16_t)f->call, .thread = f->thread->number};
  if (free_block(at, &by, &was) && !was.is_free)
    tell(f, stack, MISUSE_NOT_FREE_MEM, &was.last);
  return was.size ? was.size : 1;
}
