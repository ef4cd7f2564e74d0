#include "atomic_value.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/order/thread_order.h"
#include "interpose/stream/feed.h"

#define GETS_MOST 2 /* places on one target from which gets are told at one time */

struct value { /* to be read */
  uint64_t win, seq, request;
  int32_t target, thread;
  uint8_t width, swaps, flag; /* flag: of the event */
  uint64_t expected;          /* by MPI_Compare_and_swap: then it swaps */
  const void *result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct value *values;
static int room;
static _Atomic int count;
_Atomic int value_locked, value_gets;

static uint64_t load(uint64_t address, size_t width) {
  uint64_t value = 0;
  if (address)
    memcpy(&value, (const void *)(uintptr_t)address, width);
  return value;
}

void value_locks(int more) {
  value_locked += more;
}

__attribute__((cold)) uint64_t value_when(void) {
  return value_locked > 0 ? world_when() : 0;
}

/* Of puts and gets the checker knows whether they are under a lock that counts. */
static int orders(const struct event_op *o) {
  return o->op >= RMA_ACC || (value_locked > 0 && o->origin.size == o->target.size &&
                              o->origin.hi - o->origin.lo == o->origin.size);
}

void value_issue(struct event *e) {
  struct event_op *o = &e->u.op;
  o->width = 0;
  if (!o->target.present || o->target.size < 1 || o->target.size > VALUE_BYTES ||
      (o->target.flags & DATA_DERIVED) || !orders(o))
    return;
  size_t width = (size_t)o->target.size;
  o->width = (uint8_t)width;
  o->operand = o->op != RMA_GET && o->origin.present && o->origin.size == o->target.size
                   ? load((uint64_t)o->origin.lo, width)
                   : 0;
  o->expected = o->compare.present ? load((uint64_t)o->compare.lo, width) : 0;
  o->when = o->op < RMA_ACC ? 0 : world_when();
  o->until = 0;
}

/* Called with the lock. */
static inline void add(const struct value *v) {
  if (count == room) {
    int more = room ? room * 2 : 16;
    struct value *grown = realloc(values, (size_t)more * sizeof *grown);
    if (!grown)
      return;
    values = grown;
    room = more;
  }
  values[count++] = *v;
  if (v->flag == VALUE_OF_GET)
    value_gets++;
}

/* Called with the lock. */
static inline void drop(int i) {
  if (values[i].flag == VALUE_OF_GET)
    value_gets--;
  if (i < --count)
    memmove(&values[i], &values[i + 1], (size_t)(count - i) * sizeof *values);
}

static int is_beside(const struct value *a, const struct value *b) {
  return a->flag == b->flag && a->win == b->win && a->target == b->target;
}

/* Gets side by side are told together if they are stored side by side. `row`: of check_row. */
static void add_get(const struct value *v, uint64_t row) {
  pthread_mutex_lock(&lock);
  int i = 0, beside = 0;
  for (; i < count && (values[i].seq != row || row == v->seq); i++)
    beside += is_beside(&values[i], v);
  if (i < count) {
    struct value *first = &values[i];
    if ((const char *)first->result + first->width == v->result &&
        first->width + v->width <= VALUE_BYTES)
      first->width = (uint8_t)(first->width + v->width);
    else
      drop(i);
  } else if (row == v->seq && beside < GETS_MOST) {
    add(v);
  }
  pthread_mutex_unlock(&lock);
}

static uint64_t row_of(uint64_t seq) {
  world_lock();
  uint64_t row = check_row(world.check, seq);
  world_unlock();
  return row;
}

void value_follow(const struct event *e) {
  const struct event_op *o = &e->u.op;
  int get = o->op == RMA_GET;
  const struct event_data *result = get ? &o->origin : &o->result;
  if (!o->width || !result->present || result->size != o->width)
    return;
  struct value v = {.win = e->win,
                    .seq = e->seq,
                    .request = o->request,
                    .target = e->target,
                    .thread = e->thread,
                    .width = o->width,
                    .swaps = o->op == RMA_CAS,
                    .flag = get ? VALUE_OF_GET : VALUE_OF_ACCUMULATE,
                    .expected = o->expected,
                    .result = (const void *)(uintptr_t)result->lo};
  if (get) {
    add_get(&v, row_of(v.seq));
    return;
  }
  pthread_mutex_lock(&lock);
  add(&v);
  pthread_mutex_unlock(&lock);
}

void value_again(const struct frame *f, uint64_t seq, int64_t buffer, int64_t size) {
  const struct event *e = &f->thread->event;
  if (size > VALUE_BYTES || (f->call != CALL_Get && f->call != CALL_Get_c))
    return;
  uint64_t row = row_of(seq);
  if (row)
    add_get(&(struct value){.win = e->win,
                            .seq = seq,
                            .target = e->target,
                            .thread = f->thread->number,
                            .width = (uint8_t)size,
                            .flag = VALUE_OF_GET,
                            .result = (const void *)(uintptr_t)buffer},
            row);
}

/* A call that ends an epoch comes after all operations of it. */
static int is_flush(unsigned call) {
  return call == CALL_Win_flush || call == CALL_Win_flush_all || call == CALL_Win_flush_local ||
         call == CALL_Win_flush_local_all;
}

/* Whether a call of the thread completes the operation. */
static inline int completes(unsigned call, int32_t thread, const struct value *v) {
  return v->thread == thread || !is_flush(call) || order_knows(v->thread, v->seq);
}

/* Takes the first that fits, those of gets or the others, with what it has read: once another
 * thread can take it, its memory may be gone. */
static int take(struct value *v, struct event *e, uint64_t request, int get) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count && !found; i++) {
    found = request
                ? values[i].request == request
                : values[i].win == e->win && (e->target < 0 || values[i].target == e->target) &&
                      (values[i].flag == VALUE_OF_GET) == get &&
                      completes(e->call, e->thread, &values[i]);
    if (found) {
      *v = values[i];
      e->u.value.read = load((uint64_t)(uintptr_t)v->result, v->width);
      drop(i);
    }
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static __attribute__((noinline)) void tell(struct frame *f, uint64_t win, int32_t target,
                                           uint64_t request, int get) {
  struct value v;
  struct event e;
  do {
    memset(&e, 0, sizeof e);
    e.kind = EVENT_VALUE;
    e.call = (uint16_t)f->call;
    e.rank = world.rank;
    e.thread = f->thread->number;
    e.win = win;
    e.target = target;
    if (!take(&v, &e, request, get))
      return;
    e.win = v.win;
    e.target = v.target;
    e.flag = v.flag;
    e.u.value.seq = v.seq;
    e.u.value.width = v.width;
    e.u.value.when = world_when();
    f->thread->read.updates += v.swaps && e.u.value.read == v.expected;
    world_feed(&e);
  } while (count);
}

void value_tell(struct frame *f, uint64_t win, int32_t target) {
  if (count)
    tell(f, win, target, 0, 0);
}

void value_last(struct event *e) {
  struct event_value *o = &e->u.value;
  *o = (struct event_value){.when = value_when()};
  if (!value_gets || e->target < 0)
    return;
  pthread_mutex_lock(&lock);
  for (int i = count; i-- && !o->seq;)
    if (values[i].flag == VALUE_OF_GET && values[i].win == e->win &&
        values[i].target == e->target && !values[i].request &&
        completes(e->call, e->thread, &values[i])) {
      o->seq = values[i].seq;
      o->width = values[i].width;
      o->read = load((uint64_t)(uintptr_t)values[i].result, values[i].width);
      drop(i);
    }
  pthread_mutex_unlock(&lock);
}

void value_others(struct frame *f, uint64_t win, int32_t target) {
  if (value_gets)
    tell(f, win, target, 0, 1);
}

void value_request(struct frame *f, uint64_t request) {
  if (count && request)
    tell(f, 0, -1, request, 0);
}
