#include "receive_ack.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/hash.h"
#include "interpose/stream/counters.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/edge.h"
#include "interpose/stream/stream.h"
#include "interpose/base/world.h"

/* Event.flag of a release that a receive gives back; u.edge.number says for which message. */
#define BACK 1

/* A message that is being sent synchronously, or whose receive is posted before it is sent. */
struct back {
  struct name {
    uint64_t key, number;
    int64_t rank;
  } name;
  int sending, arrived;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct back *all;

static uint64_t back_key(uint64_t key, uint64_t number) {
  return edge_key(key ^ 0x4241434bu, (int64_t)number);
}

static struct back *find(int32_t rank, uint64_t key, uint64_t number) {
  struct name name = {key, number, rank};
  struct back *b;
  HASH_FIND(hh, all, &name, sizeof name, b);
  return b;
}

static struct back *get(int32_t rank, uint64_t key, uint64_t number) {
  struct back *b = find(rank, key, number);
  if (b || !(b = calloc(1, sizeof *b)))
    return b;
  b->name = (struct name){key, number, rank};
  HASH_ADD(hh, all, name, sizeof b->name, b);
  return b;
}

static void drop(struct back *b) {
  HASH_DEL(all, b);
  free(b);
}

void back_release(struct frame *f, int32_t rank, uint64_t key, uint64_t number) {
  edge_release_flagged(f, rank, key, edge_past(rank, key, number), BACK);
}

void back_begin(struct frame *f, int32_t rank, uint64_t key, uint64_t number, int synchronous) {
  int forget = 0;
  calls_lock(&lock);
  struct back *b = synchronous ? get(rank, key, number) : find(rank, key, number);
  if (b && synchronous) {
    b->sending = 1;
  } else if (b) {
    forget = b->arrived;
    drop(b);
  }
  calls_unlock(&lock);
  if (forget)
    edge_forget(f, rank, back_key(key, number));
}

void back_end(struct frame *f, int32_t rank, uint64_t key, uint64_t number, int ok) {
  stream_drain();
  calls_lock(&lock);
  struct back *b = find(rank, key, number);
  int arrived = b && b->arrived;
  if (b)
    drop(b);
  calls_unlock(&lock);
  if (arrived && ok)
    edge_acquire_only(f, rank, back_key(key, number));
  else if (arrived)
    edge_forget(f, rank, back_key(key, number));
  else if (ok && dormant_some()) /* a dormant process gives nothing back */
    edge_doubt();
}

/* A release that nobody waits for becomes the clock that it carries, and no more. */
void back_arrive(struct event *e) {
  struct event_edge *x = &e->u.edge;
  if (e->kind != EVENT_RELEASE || e->flag != BACK)
    return;
  e->flag = 0;
  calls_lock(&lock);
  struct back *b = x->number < counters_get(e->rank, x->key) ? find(e->rank, x->key, x->number)
                                                             : get(e->rank, x->key, x->number);
  if (b)
    b->arrived = 1;
  else
    e->kind = EVENT_ACQUIRE;
  calls_unlock(&lock);
  x->key = back_key(x->key, x->number);
  x->number = 0;
}
