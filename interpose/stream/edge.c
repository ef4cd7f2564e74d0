#include "edge.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/name.h"
#include "interpose/order/thread_order.h"
#include "unreceived.h"
#include "interpose/stack/stack.h"
#include "counters.h"
#include "dormant.h"
#include "stream.h"
#include "feed.h"

uint64_t edge_key(uint64_t comm_id, int64_t tag) {
  return name_mix(comm_id + 0x9e3779b97f4a7c15u * ((uint64_t)tag + 1));
}

static int describe(struct event *e, const struct frame *f, int kind, int32_t rank,
                    uint64_t key, uint64_t number, int flag) {
  if (rank < 0 || rank == world.rank || world.alone)
    return 0;
  world_event_plain(e, f, kind);
  e->flag = (uint8_t)flag;
  e->u.edge = (struct event_edge){.rank = rank, .key = key, .number = number};
  return 1;
}

static void feed(const struct frame *f, int kind, int32_t rank, uint64_t key, uint64_t number,
                 int flag) {
  struct event e;
  if (describe(&e, f, kind, rank, key, number, flag))
    world_feed(&e);
}

void edge_release_flagged(struct frame *f, int32_t rank, uint64_t key, uint64_t number,
                          int flag) {
  dormant_wake();
  feed(f, EVENT_RELEASE, rank, key, number, flag);
}

void edge_forget(struct frame *f, int32_t rank, uint64_t key) {
  feed(f, EVENT_ACQUIRE, rank, key, 0, EDGE_FORGET);
}

/* Whoever receives from a process in doubt is in doubt, too. */
static _Atomic int doubt;

static int doubtful(void) {
  return doubt && world.ready ? RELEASE_DOUBT : 0;
}

void edge_release(struct frame *f, int32_t rank, uint64_t key) {
  dormant_wake();
  feed(f, EVENT_RELEASE, rank, key, 0, doubtful());
}

/* Messages. */

static _Atomic uint64_t receives;

void edge_doubt(void) {
  doubt = 1;
}

static int counts(int32_t rank) {
  return rank >= 0 && (rank != world.rank || world.ready) && !world.alone;
}

static void message(struct event *e, const struct frame *f, int kind, int32_t rank,
                    uint64_t key, uint64_t number, int flag) {
  world_event_plain(e, f, kind);
  e->flag = (uint8_t)flag;
  e->u.edge = (struct event_edge){.rank = rank, .key = key, .number = number};
}

void edge_number(struct frame *f, int32_t rank, uint64_t key) {
  f->sent.counted = f->sent.numbered = 0;
  if (rank < 0 || world.alone)
    return;
  f->sent.rank = rank;
  f->sent.key = key;
  if (rank == world.rank && world.ready)
    dormant_wake(); /* the release tells which receive was posted before */
  dormant_lock();
  f->sent.number = counters_next(rank, key);
  f->sent.silent = dormant;
  dormant_unlock();
  f->sent.numbered = 1;
  f->sent.counted = counts(rank);
}

void edge_send(struct frame *f, int flag) {
  struct event e;
  if (f->sent.numbered && f->sent.rank == world.rank)
    order_sent(f->sent.key, f->sent.number);
  if (!f->sent.counted || f->sent.silent)
    return;
  message(&e, f, EVENT_RELEASE, f->sent.rank, f->sent.key, 0,
          (flag & RELEASE_BUFFERED) | doubtful());
  if (flag & RELEASE_READY && world.ready) {
    e.flag |= RELEASE_READY;
    e.stack = stack_capture(f->thread);
    e.u.edge.when = world_when();
  }
  if (world.races)
    e.stack = stack_capture(f->thread);
  world_feed(&e);
}

uint64_t edge_post(const struct frame *f, const struct event_receive *what, int flags) {
  struct event e;
  if (!world.ready)
    return 0;
  world_event(&e, f, EVENT_RECEIVE);
  e.u.receive = *what;
  uint64_t id = e.u.receive.id = ++receives;
  e.flag = (uint8_t)flags;
  world_feed(&e);
  return id;
}

void edge_unpost(const struct frame *f, uint64_t receive, int lost) {
  struct event e;
  if (!receive)
    return;
  world_event_plain(&e, f, EVENT_RECEIVE);
  e.flag = lost ? RECEIVE_LOST : 0;
  e.u.receive.id = receive;
  world_feed_leave(&e, 0);
}

/* The receive is over and took a message of a dormant process. */
static void took_silent(const struct frame *f, uint64_t receive, int32_t rank, uint64_t key) {
  struct event e;
  if (!receive)
    return;
  world_event_plain(&e, f, EVENT_RECEIVE);
  e.flag = RECEIVE_TOOK;
  e.u.receive = (struct event_receive){.id = receive, .source = rank, .key = key};
  world_feed_leave(&e, 1);
}

/* Releases that belong to no message, and who made them. */
struct gap {
  int32_t rank;
  uint64_t key, number;
};
static struct gap *gaps; /* sorted by their numbers */
static size_t gap_count, gap_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void gap_add(const struct gap new) {
  calls_lock(&lock);
  if (gap_count == gap_room) {
    size_t n = gap_room ? gap_room * 2 : 8;
    struct gap *grown = realloc(gaps, n * sizeof *grown);
    gaps = grown ? grown : gaps;
    gap_room = grown ? n : gap_room;
  }
  if (gap_count < gap_room) {
    size_t i = gap_count++;
    for (; i && gaps[i - 1].number > new.number; i--)
      gaps[i] = gaps[i - 1];
    gaps[i] = new;
  }
  calls_unlock(&lock);
}

void edge_void(struct frame *f, int32_t rank, uint64_t key, uint64_t number) {
  struct event e;
  dormant_wake(); /* whoever counts messages has to know of it */
  message(&e, f, EVENT_RELEASE, rank, key, number, RELEASE_VOID);
  unreceived_void(rank, key);
  if (rank == world.rank)
    gap_add((struct gap){rank, key, number});
  if (counts(rank))
    world_feed(&e);
}

void edge_arrive(const struct event *e) {
  if (e->kind == EVENT_RELEASE && e->flag & RELEASE_DOUBT)
    doubt = 1;
  if (e->kind == EVENT_RELEASE && e->flag == RELEASE_VOID)
    gap_add((struct gap){e->rank, e->u.edge.key, e->u.edge.number});
}

uint64_t edge_past(int32_t rank, uint64_t key, uint64_t number) {
  if (gap_count) {
    calls_lock(&lock);
    for (size_t i = 0; i < gap_count; i++)
      number += gaps[i].rank == rank && gaps[i].key == key && gaps[i].number <= number;
    calls_unlock(&lock);
  }
  return number;
}

uint64_t edge_receive(struct frame *f, int32_t rank, uint64_t key, uint64_t number,
                      uint64_t receive, int flag) {
  struct event e;
  int silent = dormant_was(rank); /* asked before the question which sends were void */
  number = edge_past(rank, key, number);
  if (rank == world.rank)
    order_received(key, number, flag & EDGE_BOUND);
  if (!counts(rank) || silent) {
    took_silent(f, receive, rank, key);
    return number;
  }
  if (flag & EDGE_PROBED && world.ready) {
    world_event(&e, f, EVENT_ACQUIRE);
    e.flag = (uint8_t)flag;
    e.u.edge = (struct event_edge){.rank = rank, .key = key, .number = number};
  } else {
    message(&e, f, EVENT_ACQUIRE, rank, key, number, flag);
  }
  if (receive) {
    e.u.edge.receive = receive;
    e.u.edge.bytes = f->received;
  }
  world_feed(&e);
  return number;
}

void edge_acquire(struct frame *f, int32_t rank, uint64_t key, uint64_t number) {
  feed(f, EVENT_ACQUIRE, rank, key, edge_past(rank, key, number), 0);
}

void edge_acquire_only(struct frame *f, int32_t rank, uint64_t key) {
  feed(f, EVENT_ACQUIRE, rank, key, 0, EDGE_LAST);
}

void edge_acquire_if(struct frame *f, int32_t rank, uint64_t key, uint64_t number) {
  struct event e;
  if (!describe(&e, f, EVENT_ACQUIRE, rank, key, number, 0))
    return;
  stream_drain();
  world_lock();
  int lacks = check_lacks(world.check, &e) >= 0;
  world_unlock();
  if (!lacks)
    world_feed(&e);
}
