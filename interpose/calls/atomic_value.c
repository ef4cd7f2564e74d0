#include "atomic_value.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "interpose/stream/feed.h"

struct value { /* to be read */
  uint64_t win, seq, request;
  int32_t target;
  uint8_t width, swaps;
  uint64_t expected; /* by MPI_Compare_and_swap: then it swaps */
  const void *result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct value *values;
static int room;
static _Atomic int count;

static uint64_t load(uint64_t address, size_t width) {
  uint64_t value = 0;
  if (address)
    memcpy(&value, (const void *)(uintptr_t)address, width);
  return value;
}

static uint64_t now(void) {
  struct timespec t;
  if (!world.one_clock)
    return 0;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void value_issue(struct event *e) {
  struct event_op *o = &e->u.op;
  o->width = 0;
  if (o->op < RMA_ACC || !o->target.present || o->target.size < 1 || o->target.size > 8 ||
      (o->target.flags & DATA_DERIVED))
    return;
  size_t width = (size_t)o->target.size;
  o->width = (uint8_t)width;
  o->operand = o->origin.present && o->origin.size == o->target.size
                   ? load((uint64_t)o->origin.lo, width)
                   : 0;
  o->expected = o->compare.present ? load((uint64_t)o->compare.lo, width) : 0;
  o->when = now();
}

void value_follow(const struct event *e) {
  const struct event_op *o = &e->u.op;
  if (!o->width || !o->result.present || o->result.size != o->width)
    return;
  pthread_mutex_lock(&lock);
  if (count == room) {
    int more = room ? room * 2 : 16;
    struct value *grown = realloc(values, (size_t)more * sizeof *grown);
    if (grown) {
      values = grown;
      room = more;
    }
  }
  if (count < room)
    values[count++] = (struct value){.win = e->win,
                                     .seq = e->seq,
                                     .request = o->request,
                                     .target = e->target,
                                     .width = o->width,
                                     .swaps = o->op == RMA_CAS,
                                     .expected = o->expected,
                                     .result = (const void *)(uintptr_t)o->result.lo};
  pthread_mutex_unlock(&lock);
}

static int take(struct value *v, uint64_t win, int32_t target, uint64_t request) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count && !found; i++) {
    found = request ? values[i].request == request
                    : values[i].win == win && (target < 0 || values[i].target == target);
    if (found) {
      *v = values[i];
      memmove(&values[i], &values[i + 1], (size_t)(count - i - 1) * sizeof *v);
      count--;
    }
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void tell(struct frame *f, uint64_t win, int32_t target, uint64_t request) {
  struct value v = {0};
  while (count && take(&v, win, target, request)) {
    struct event e;
    memset(&e, 0, sizeof e);
    e.kind = EVENT_VALUE;
    e.call = (uint16_t)f->call;
    e.rank = world.rank;
    e.thread = f->thread->number;
    e.win = v.win;
    e.target = v.target;
    e.u.value.seq = v.seq;
    e.u.value.read = load((uint64_t)(uintptr_t)v.result, v.width);
    e.u.value.when = now();
    f->thread->read.updates += v.swaps && e.u.value.read == v.expected;
    world_feed(&e);
  }
}

void value_tell(struct frame *f, uint64_t win, int32_t target) {
  if (count)
    tell(f, win, target, 0);
}

void value_request(struct frame *f, uint64_t request) {
  if (count && request)
    tell(f, 0, -1, request);
}
