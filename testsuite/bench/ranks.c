#include "ranks.h"
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "include/basic.h"

#define WINDOW 1
#define BUFFER 0x4000 /* the buffer of all operations; it is in no window */

static struct ranks *now;

static void on_finding(void *context, const struct finding *f) {
  (void)context;
  now->count_of[f->slug]++;
  if (!now->findings++)
    snprintf(now->first, sizeof now->first, "%s", f->message);
}

static void on_send(void *context, int rank, const struct event *e) {
  (void)context;
  now->messages++;
  now->entries += e->sent ? (uint64_t)e->entries : 0;
  check_feed(now->check[rank], e);
}

void ranks_begin(struct ranks *r, int count) {
  const struct check_output out = {.finding = on_finding, .send = on_send};
  memset(r, 0, sizeof *r);
  now = r;
  r->count = count;
  r->check = calloc((size_t)count, sizeof *r->check);
  r->members = calloc((size_t)count, sizeof *r->members);
  if (!r->check || !r->members)
    abort();
  for (int i = 0; i < count; i++) {
    r->check[i] = check_new(i, count, 0, &out);
    if (!r->check[i])
      abort();
    check_limit(r->check[i], 256 << 20);
  }
}

void ranks_end(struct ranks *r) {
  for (int i = 0; i < r->count; i++) {
    struct event e = ranks_event(EVENT_FINALIZE, i);
    ranks_feed(r, &e, EVENT_ENTER);
  }
  for (int i = 0; i < r->count; i++) {
    if (check_failed(r->check[i]))
      abort();
    check_free(r->check[i]);
  }
  free(r->check);
  free(r->members);
}

unsigned ranks_random(struct ranks *r) {
  r->random = r->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(r->random >> 33);
}

double ranks_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

size_t ranks_memory(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

static struct event event_of(int kind, int call, int rank) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = (uint8_t)kind;
  e.call = (uint16_t)call;
  e.rank = rank;
  e.thread = now->thread;
  e.win = WINDOW;
  e.target = -1;
  e.stack = (uint32_t)call + 1; /* as if each kind of call were made by one line only */
  return e;
}

struct event ranks_event(int kind, int rank) {
  return event_of(kind, (int)event_call(kind), rank);
}

void ranks_feed(struct ranks *r, struct event *e, int phase) {
  e->phase = (uint8_t)phase;
  e->ok = phase == EVENT_LEAVE;
  e->seq = ++r->events;
  check_feed(r->check[e->rank], e);
}

void ranks_call(struct ranks *r, struct event *e) {
  ranks_feed(r, e, EVENT_ENTER);
  ranks_feed(r, e, EVENT_LEAVE);
}

void ranks_together(struct ranks *r, int kind, unsigned assertion) {
  for (int phase = EVENT_ENTER; phase <= EVENT_LEAVE; phase++)
    for (int i = 0; i < r->count; i++) {
      struct event e = ranks_event(kind, i);
      e.assertion = assertion;
      if (kind == EVENT_WIN_CREATE)
        e.u.window = (struct event_window){.flavor = FLAVOR_ALLOCATE,
                                           .model = MODEL_UNIFIED,
                                           .base = BASE,
                                           .me = i,
                                           .count = r->count,
                                           .members = r->members};
      ranks_feed(r, &e, phase);
    }
}

void ranks_window(struct ranks *r, int64_t size) {
  r->size = size;
  for (int i = 0; i < r->count; i++)
    r->members[i] = (struct event_member){size, 1, i};
  ranks_together(r, EVENT_WIN_CREATE, 0);
}

void ranks_target(struct ranks *r, int kind, int rank, int target, int exclusive) {
  struct event e = ranks_event(kind, rank);
  e.target = target;
  e.flag = (uint8_t)exclusive;
  ranks_call(r, &e);
}

void ranks_group(struct ranks *r, int kind, int rank, int32_t count, const int32_t *index) {
  struct event e = ranks_event(kind, rank);
  e.u.group = (struct event_group){.count = count, .index = index};
  ranks_call(r, &e);
}

void ranks_op(struct ranks *r, int op, int rank, int target, struct shape shape) {
  static const int calls[] = {CALL_Put, CALL_Get, CALL_Accumulate};
  struct event e = event_of(EVENT_OP, calls[op], rank);
  struct event_run run = {0, shape.length, shape.stride, 1};
  e.target = target;
  e.u.op.op = (uint8_t)op;
  e.u.op.reduce = op == RMA_ACC ? REDUCE_SUM : REDUCE_NONE;
  e.u.op.disp = shape.disp;
  e.u.op.origin = (struct event_data){
      .lo = BUFFER, .hi = BUFFER + shape.size, .size = shape.size, .present = 1};
  e.u.op.origin.basic = BASIC_INT64_T;
  e.u.op.target = e.u.op.origin;
  e.u.op.target.lo = 0;
  e.u.op.target.hi = shape.size;
  if (shape.stride) {
    run.count = (shape.size - shape.length) / shape.stride + 1;
    e.u.op.target.run = &run;
    e.u.op.target.runs = 1;
    e.u.op.target.size = e.u.op.origin.size = run.count * shape.length;
    e.u.op.origin.hi = BUFFER + e.u.op.origin.size;
  }
  ranks_feed(r, &e, EVENT_ENTER);
}

void ranks_access(struct ranks *r, int rank, int store, int64_t offset, int64_t size) {
  struct event e = event_of(EVENT_ACCESS, store ? CALL_Recv : CALL_Send, rank);
  e.win = 0;
  e.u.access.store = (uint8_t)store;
  e.u.access.program = 1;
  e.u.access.data = (struct event_data){.lo = BASE + offset,
                                        .hi = BASE + offset + size,
                                        .size = size,
                                        .basic = BASIC_INT64_T,
                                        .present = 1};
  if (check_watches(r->check[rank], e.u.access.data.lo, e.u.access.data.hi))
    ranks_feed(r, &e, EVENT_ENTER);
}

static void edge(struct ranks *r, int kind, int rank, struct event_edge u) {
  struct event e = ranks_event(kind, rank);
  e.win = 0;
  e.u.edge = u;
  ranks_feed(r, &e, EVENT_ENTER);
}

void ranks_send(struct ranks *r, int rank, int to, uint64_t key) {
  edge(r, EVENT_RELEASE, rank, (struct event_edge){.rank = to, .key = key});
}

void ranks_receive(struct ranks *r, int rank, int from, uint64_t key, uint64_t number) {
  edge(r, EVENT_ACQUIRE, rank, (struct event_edge){.rank = from, .key = key, .number = number});
}

/* The thread that feeds it learns all that the other one has done so far. */
static void learn(struct ranks *r, int rank, int flag, int32_t from) {
  struct event e = ranks_event(EVENT_THREAD, rank);
  struct event_counted known = {.key = (uint64_t)from, .number = r->events};
  e.win = 0;
  e.flag = (uint8_t)flag;
  e.u.known = (struct event_known){flag != THREAD_ENDS, &known};
  ranks_feed(r, &e, EVENT_ENTER);
}

int32_t ranks_thread_begin(struct ranks *r, int rank) {
  r->thread = ++r->threads;
  learn(r, rank, THREAD_BEGINS, 0);
  return r->thread;
}

void ranks_thread_end(struct ranks *r, int rank) {
  learn(r, rank, THREAD_ENDS, 0);
  r->thread = 0;
}

void ranks_thread_join(struct ranks *r, int rank, int32_t thread) {
  learn(r, rank, 0, thread);
}
