#include "feed.h"
#include <string.h>
#include "interpose/order/thread_order.h"
#include "interpose/stack/stack.h"
#include "interpose/base/trace.h"

static struct feed_parts parts;
static uint64_t events;

void feed_parts(const struct feed_parts *all) {
  parts = *all;
}

void world_event_plain(struct event *e, const struct frame *f, int kind) {
  memset(e, 0, event_size(kind)); /* clearing the rest would cost as much as everything else */
  e->kind = (uint8_t)kind;
  e->call = (uint16_t)f->call;
  e->rank = world.rank;
  e->thread = f->thread->number;
  e->target = -1;
  if (trace_is_on()) /* who looks at the recording later wants to know where each step was made
                      */
    e->stack = stack_capture(f->thread);
}

void world_event(struct event *e, const struct frame *f, int kind) {
  world_event_plain(e, f, kind);
  e->stack = stack_capture(f->thread);
}

/* Called with the lock, which is released meanwhile: waits for messages of other ranks without
 * which this event cannot be judged. Returns 0 if they will never come. */
static int await(const struct event *e) {
  for (;;) {
    uint64_t ticket = parts.ticket();
    int32_t rank = check_lacks(world.check, e);
    if (rank < 0)
      return 1;
    world_unlock();
    int came = parts.pull(rank, ticket);
    world_lock();
    if (!came)
      return 0;
  }
}

static int collective(const struct event *e) {
  return e->rank == world.rank && event_traits(e->kind) & EVENT_MEETS;
}

static void give_number(struct event *e) {
  e->seq = ++events;
  if (order_on)
    order_fed(e->thread, e->seq);
}

/* Called with the lock: tells what orders a thread. */
static void feed_order(struct event *e) {
  e->rank = world.rank;
  e->target = -1;
  give_number(e);
  trace_event(e);
  check_feed(world.check, e);
}

/* Called with the lock: tells what the program did before the event that is about to be fed. */
static void feed_one(struct event *e) {
  parts.pending(e, feed_one);
  if (order_on)
    order_before(e->thread, events, feed_order);
  feed_order(e);
}

uint64_t world_next_event(void) {
  if (order_on)
    order_fed(thread_current->number, events + 1);
  return ++events;
}

uint64_t world_last_event(void) {
  return events;
}

void world_expect_threads(void) {
  if (world_state == WORLD_ON)
    order_look();
  if (!world_try_lock())
    return;
  if (world_state == WORLD_ON)
    order_expect(feed_order);
  world_unlock();
}

int world_tell_accesses(void) {
  struct event next = {.kind = EVENT_THREAD};
  if (!world_try_lock())
    return 0;
  if (world_state == WORLD_ON)
    parts.accesses(feed_one, &next, events);
  world_unlock();
  return 1;
}

int world_tell_learned(int thread) {
  if (!world_try_lock())
    return 0;
  if (world_state == WORLD_ON) {
    order_before(thread, events, feed_order);
    parts.fed();
  }
  world_unlock();
  return 1;
}

void world_tell_unmet(uint64_t request) {
  world_lock();
  parts.kept_back(request, feed_one);
  world_unlock();
}

int world_may_keep_back(int64_t size, int store) {
  return parts.ignores(size, store);
}

void world_before_drop(void) {
  if (parts.accessed())
    world_tell_accesses();
}

/* The caller has taken the lock; this releases it. */
static void give(struct event *e) {
  parts.pending(e, feed_one);
  if (e->rank == world.rank && order_on)
    order_before(e->thread, events, feed_order);
  if (e->rank == world.rank)
    give_number(e);
  trace_event(e);
  check_feed(world.check, e);
  int failed = check_failed(world.check);
  parts.fed();
  world_unlock();
  if (failed)
    world_off("out of memory", 0);
}

/* A thread other than the first one does something: what has to be known then, and takes locks
 * of the loader, is looked at without the lock of the world. */
static void look_before(const struct event *e) {
  if (order_on && e->thread && !order_several && e->rank == world.rank)
    order_look();
}

/* Also sends what the checker has to say to other ranks. */
static void feed(struct event *e) {
  look_before(e);
  world_lock();
  if (e->rank == world.rank && (e->phase == EVENT_LEAVE || e->kind == EVENT_ACQUIRE) &&
      !world.alone && !await(e)) {
    world_unlock();
    world_off("another rank is not checked any more", 0);
    return;
  }
  if (e->rank == world.rank)
    parts.accesses(feed_one, e, events);
  give(e);
  if (world.alone)
    return;
  parts.flush(collective(e));
  if (collective(e)) /* judges what has come at once, because the program may not get further */
    parts.drain();
}

void world_feed_quietly(struct event *e) {
  e->phase = EVENT_ENTER;
  look_before(e);
  world_lock();
  /* What was stored there before went into a buffer; later it does not. */
  if (e->kind == EVENT_FREED)
    parts.accesses(feed_one, e, events);
  give(e);
}

void world_feed(struct event *e) {
  e->phase = EVENT_ENTER;
  int snapshots = *parts.snapshots;
  if (snapshots)
    parts.before(e);
  feed(e);
  if (snapshots)
    parts.after(e);
}

void world_argument(const struct frame *f, uint64_t win, int what, int64_t value) {
  struct event e;
  world_event(&e, f, EVENT_ARGUMENT);
  f->thread->wrong = f->thread->seq;
  e.win = win;
  e.u.argument = (struct event_argument){.what = (uint8_t)what, .value = value};
  world_feed(&e);
}

void world_feed_leave(struct event *e, int ok) {
  e->phase = EVENT_LEAVE;
  e->ok = (uint8_t)ok;
  feed(e);
}

void world_feed_remote(struct event *e) {
  if (e->rank == world.rank || world_state != WORLD_ON)
    return;
  parts.arrives(e);
  feed(e);
}
