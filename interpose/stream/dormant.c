#include "dormant.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "counters.h"
#include "feed.h"
#include "interpose/base/lock.h"
#include "interpose/order/thread_order.h"
#include "shared_memory.h"
#include "stream.h"

#define MOST 4096 /* processes, at most: struct awake has a byte for each pair */

_Atomic int dormant;

/* In memory that all processes share. */
struct awake {
  _Atomic uint8_t some; /* whether any process is awake */
  /* By receiver, then by sender: the sender has told the receiver that it is awake. */
  _Atomic uint8_t told[];
};
static struct awake *awake; /* NULL: no process is dormant any more, or ever was */
static int over;            /* some were */
/* By rank: its EVENT_WOKE has come; our EVENT_WOKE was sent to it. */
static uint8_t *hears, *tells;
static struct owned_lock lock = LOCK_INITIALIZER;
static const struct thread *beginner;
static uint64_t alls; /* calls of all ranks that the checker was not told of */
_Atomic uint64_t dormant_heard;
int dormant_listening;

static size_t awake_size(void) {
  return sizeof *awake + (size_t)world.size * (size_t)world.size;
}

static void awake_make(void) {
  hears = calloc((size_t)world.size, 2);
  awake = shared_memory_make("", awake_size(), hears != NULL);
}

void dormant_begin(int may) {
  if (!all_agree(may && world.one_clock && world.size > 1 && world.size <= MOST))
    return;
  awake_make();
  tells = hears ? hears + world.size : NULL;
  dormant_lock(); /* so that it belongs to this thread */
  beginner = thread_current;
  dormant = !awake ? AWAKE : world.concurrent ? DORMANT_SHARED : DORMANT;
  dormant_unlock();
}

void dormant_end(void) {
  dormant_wake();
  for (int r = 0; awake && r < world.size; r++)
    if (r != world.rank)
      dormant_tell(r);
}

void dormant_over(void) {
  over |= awake != NULL;
  awake = NULL; /* what it has stays mapped: others may look at what they were told */
}

void dormant_lock(void) {
  if (world.concurrent)
    lock_take(&lock);
}

void dormant_unlock(void) {
  if (world.concurrent)
    lock_leave(&lock);
}

void dormant_other_thread(const struct thread *t) {
  if (order_several || t != beginner)
    dormant_wake();
  if (t != beginner && !order_several)
    world_expect_threads(); /* it may tell nothing for long, and what is over must be kept */
}

int dormant_some(void) {
  return !awake || atomic_load_explicit(&awake->some, memory_order_acquire);
}

static _Atomic uint8_t *told(int32_t receiver, int32_t sender) {
  return &awake->told[(size_t)receiver * (size_t)world.size + (size_t)sender];
}

static struct event woke(void) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_WOKE;
  e.rank = world.rank;
  e.target = -1;
  return e;
}

void dormant_wake(void) {
  if (!dormant)
    return;
  dormant_lock();
  int wakes = dormant;
  if (wakes && world.concurrent && !order_several)
    order_untold_begin();
  dormant = AWAKE;
  if (wakes)
    counters_untold();
  dormant_unlock();
  if (!wakes)
    return;
  atomic_store(&awake->some, 1);
  struct event e = woke();
  e.u.woke.alls = alls;
  world_feed(&e);
  order_untold_end();
}

void dormant_tell(int32_t rank) {
  if (!awake || tells[rank] || dormant)
    return;
  tells[rank] = 1;
  struct event e = woke();
  struct event_counted *counted = counters_of(rank, &e.u.woke.counts);
  if (!counted) {
    world_off("out of memory", 0);
    return;
  }
  e.u.woke.counted = counted;
  stream_post(rank, &e, 0);
  stream_mark(rank, told(rank, world.rank));
  free(counted);
}

void dormant_arrive(const struct event *e) {
  dormant_wake();
  if (e->kind == EVENT_WOKE && awake)
    hears[e->rank] = 1;
}

static void nothing_told(void) {
  atomic_fetch_add_explicit(&dormant_heard, 1, memory_order_relaxed);
  if (!dormant_listening)
    return;
  struct event e = woke();
  e.flag = WOKE_HEARD;
  world_feed(&e);
}

int dormant_was(int32_t rank) {
  if (!awake || rank == world.rank || rank < 0)
    return 0;
  if (!atomic_load_explicit(told(world.rank, rank), memory_order_acquire)) {
    nothing_told();
    return 1;
  }
  dormant_wake();
  while (!hears[rank]) {
    uint64_t ticket = stream_ticket();
    if (!hears[rank] && !stream_pull(rank, ticket)) {
      world_off("another rank is not checked any more", 0);
      return 1;
    }
  }
  return 0;
}

const _Atomic uint8_t *dormant_told(int32_t rank) {
  return told(world.rank, rank);
}

int dormant_was_in_call(int32_t rank, uint64_t comm, uint64_t number) {
  if ((!awake && !over) || rank == world.rank || rank < 0)
    return 0;
  if (dormant_was(rank))
    return 1;
  world_lock();
  int before = number < check_unreleased(world.check, rank, comm);
  world_unlock();
  if (before)
    nothing_told();
  return before;
}

int dormant_call(uint64_t comm, uint64_t number) {
  dormant_lock();
  int silent = dormant;
  if (silent)
    counters_set(COUNTER_ALL, comm, number + 1);
  dormant_unlock();
  return silent;
}

int dormant_all_enter(void) {
  alls += dormant != AWAKE;
  return dormant;
}

void dormant_all_leave(int ok) {
  alls -= !ok;
  if (!ok)
    return;
  nothing_told();
  if (atomic_load_explicit(&awake->some, memory_order_acquire))
    dormant_wake();
}

int dormant_all_silent(void) {
  return dormant && !dormant_listening &&
         !atomic_load_explicit(&awake->some, memory_order_acquire);
}

uint64_t dormant_learned(void) {
  return dormant_heard + check_learned(world.check);
}

void dormant_listen(void) {
  dormant_listening = 1;
}
