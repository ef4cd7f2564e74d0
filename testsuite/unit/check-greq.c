/* Generalized requests: their life, waits that cannot end, callbacks (section 12.2). */
#include "sim.h"

enum { A = 0x101, B = 0x102, C = 0x103 };

static struct event_greq none;

static int step(struct sim *s, int what, int call, struct event_greq g) {
  struct event e = sim_event_of(EVENT_GREQ, call, 0, 0);
  g.step = (uint8_t)what;
  e.u.greq = g;
  sim_enter(s, &e);
  return sim_site(s);
}

static int one(struct sim *s, int what, int call, uint64_t handle) {
  return step(s, what, call, (struct event_greq){.handle = handle});
}

static int start(struct sim *s, uint64_t h) {
  return one(s, GREQ_START, CALL_Grequest_start, h);
}
static int complete(struct sim *s, uint64_t h) {
  return one(s, GREQ_COMPLETE, CALL_Grequest_complete, h);
}
static int release(struct sim *s, uint64_t h) {
  return one(s, GREQ_FREE, CALL_Request_free, h);
}
static int freed(struct sim *s, uint64_t h) {
  return step(s, GREQ_FREED, CALL_Wait,
              (struct event_greq){.handle = h, .callback = GREQ_FREE_FN});
}

static struct event_greq list_of(int how, int count, const uint64_t *list) {
  struct event_greq g = none;
  g.how = (uint8_t)how;
  g.count = count;
  g.list = list;
  return g;
}
#define LIST(how, ...)                                                                         \
  list_of(how, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), (uint64_t[]){__VA_ARGS__})

static int waits(struct sim *s, struct event_greq g) {
  return step(s, GREQ_WAIT, CALL_Waitall, g);
}

static enum greq_wait asked(struct sim *s, struct event_greq g) {
  struct event e = sim_event_of(EVENT_GREQ, CALL_Waitall, 0, 0);
  g.step = GREQ_WAIT;
  e.u.greq = g;
  return check_greq_wait(sim_check(s, 0), &e);
}

static void life(struct sim *s) {
  start(s, A);
  complete(s, A);
  waits(s, LIST(GREQ_WAIT_ALL, A));
  freed(s, A);
  start(s, A); /* the handle is used again */
  release(s, A);
  complete(s, A);
  freed(s, A);
  one(s, GREQ_OTHER, CALL_Isend, A); /* the handle is now another kind of request */
  waits(s, LIST(GREQ_WAIT_ALL, A));
  release(s, A);
}

static void twice(struct sim *s) {
  start(s, A);
  int first = complete(s, A);
  sim_expect_two(s, SLUG_GREQ_COMPLETE_TWICE, complete(s, A), first);
  freed(s, A);
  sim_expect(s, SLUG_GREQ_COMPLETE_STALE, complete(s, A));
  sim_expect(s, SLUG_GREQ_COMPLETE_OTHER, complete(s, B));
  sim_expect(s, SLUG_GREQ_USED_AFTER_FREE, waits(s, LIST(GREQ_TEST, B, A)));
  sim_expect(s, SLUG_GREQ_USED_AFTER_FREE, release(s, A));
  start(s, C);
  release(s, C);
  sim_expect(s, SLUG_GREQ_FREE_TWICE, release(s, C));
  complete(s, C);
}

/* A library that runs free_fn in MPI_Request_free, before the request is complete. */
static void early(struct sim *s) {
  start(s, A);
  release(s, A);
  freed(s, A);
  complete(s, A);
  sim_expect(s, SLUG_GREQ_COMPLETE_STALE, complete(s, A));
}

static void left(struct sim *s) {
  int a = start(s, A), b = start(s, B), c = start(s, C);
  complete(s, A);
  step(s, GREQ_CANCELED, CALL_Cancel,
       (struct event_greq){.handle = B, .callback = GREQ_CANCEL_FN});
  sim_finalize(s);
  sim_expect(s, SLUG_GREQ_NEVER_WAITED, a);
  sim_expect(s, SLUG_GREQ_CANCEL_IGNORED, b);
  sim_expect(s, SLUG_GREQ_NEVER_COMPLETED, c);
}

static void hanging(struct sim *s) {
  start(s, A);
  start(s, B);
  int good = asked(s, LIST(GREQ_WAIT_ALL, A, 7)) == GREQ_HANGS &&
             asked(s, LIST(GREQ_WAIT_ANY, A, B)) == GREQ_HANGS &&
             asked(s, LIST(GREQ_WAIT_ANY, A, 7)) == GREQ_FINE &&
             asked(s, LIST(GREQ_TEST, A)) == GREQ_FINE;
  complete(s, B);
  good = good && asked(s, LIST(GREQ_WAIT_ANY, A, B)) == GREQ_FINE &&
         asked(s, LIST(GREQ_WAIT_ALL, A, B)) == GREQ_HANGS &&
         asked(s, LIST(GREQ_WAIT_ALL, B)) == GREQ_FINE;
  sim_expect(s, SLUG_GREQ_WAIT_FOREVER,
             good ? step(s, GREQ_STUCK, CALL_Waitall, LIST(GREQ_WAIT_ALL, B, A)) : 0);
  freed(s, B);
  step(s, GREQ_START, CALL_Grequest_start,
       (struct event_greq){.handle = C, .facts = GREQ_POLLED});
  sim_expect(s, SLUG_GREQ_STARTED, step(s, GREQ_BEGIN, CALL_Startall, LIST(0, 7, C)));
  if (asked(s, LIST(GREQ_WAIT_ALL, C)) != GREQ_FINE ||
      asked(s, LIST(GREQ_TEST, B)) != GREQ_MATTERS)
    sim_expect(s, SLUG_GREQ_STARTED, 0);
  complete(s, C);
  freed(s, C);
}

static int asks(struct sim *s, unsigned facts, uint64_t status, int code) {
  return step(s, GREQ_QUERY, CALL_Request_get_status,
              (struct event_greq){.handle = A,
                                  .callback = GREQ_QUERY_FN,
                                  .facts = (uint16_t)facts,
                                  .status = status,
                                  .code = code});
}

static void queries(struct sim *s) {
  const unsigned both = GREQ_SET_ELEMENTS | GREQ_SET_CANCELLED;
  start(s, A);
  complete(s, A);
  asks(s, both, 5, 0);
  asks(s, both, 5, 0);
  asks(s, GREQ_SET_ELEMENTS | GREQ_IGNORED, 5, 0);
  asks(s, 0, 9, 3); /* query_fn returns an error and sets no status */
  sim_expect(s, SLUG_GREQ_QUERY_DIFFERS, asks(s, both, 6, 0));
  sim_expect(s, SLUG_GREQ_STATUS_UNSET, asks(s, GREQ_SET_CANCELLED, 5, 0));
  sim_expect(s, SLUG_GREQ_QUERY_ERROR, asks(s, both | GREQ_SET_ERROR, 5, 0));
  sim_expect(s, SLUG_GREQ_ERROR_LOST, asks(s, GREQ_SWALLOWS, 5, 3));
  sim_expect(
      s, SLUG_GREQ_STATE_GONE,
      step(s, GREQ_GONE, CALL_Wait,
           (struct event_greq){.handle = A, .callback = GREQ_QUERY_FN, .facts = GREQ_HEAP}));
  freed(s, A);
}

static int inside(struct sim *s, int what, int call, int callback, unsigned facts) {
  return step(
      s, what, call,
      (struct event_greq){
          .handle = A, .inside = A, .callback = (uint8_t)callback, .facts = (uint16_t)facts});
}

static void callbacks(struct sim *s) {
  start(s, A);
  inside(s, GREQ_COMPLETE, CALL_Grequest_complete, GREQ_CANCEL_FN, 0);
  sim_expect(s, SLUG_GREQ_CALLBACK_OWN,
             inside(s, GREQ_COMPLETE, CALL_Grequest_complete, GREQ_QUERY_FN, 0));
  sim_expect(s, SLUG_GREQ_CALLBACK_OWN,
             inside(s, GREQ_FREE, CALL_Request_free, GREQ_CANCEL_FN, 0));
  sim_expect(s, SLUG_GREQ_CALLBACK_BLOCKS,
             inside(s, GREQ_CALL, CALL_Recv, GREQ_QUERY_FN, GREQ_BLOCKS));
  sim_expect(s, SLUG_GREQ_CALLBACK_THREAD,
             inside(s, GREQ_CALL, CALL_Comm_size, GREQ_FREE_FN, GREQ_THREAD));
  freed(s, A);
  sim_expect(s, SLUG_GREQ_CALLBACK_OWN,
             inside(s, GREQ_COMPLETE, CALL_Grequest_complete, GREQ_FREE_FN, 0));
  start(s, A);
  sim_expect(s, SLUG_GREQ_COMPLETE_THREAD,
             step(s, GREQ_COMPLETE, CALL_Grequest_complete,
                  (struct event_greq){.handle = A, .facts = GREQ_THREAD}));
  freed(s, A);
}

/* Requests freed long ago are forgotten. A stale handle then belongs to another request. */
static void bounded(struct sim *s) {
  for (uint64_t h = 1; h <= 5000; h++) {
    start(s, h << 8);
    complete(s, h << 8);
    freed(s, h << 8);
  }
  sim_expect(s, SLUG_GREQ_COMPLETE_OTHER, complete(s, 1 << 8));
  sim_expect(s, SLUG_GREQ_COMPLETE_STALE, complete(s, 5000 << 8));
}

int main(void) {
  SIM_RUN(1, life);
  SIM_RUN(1, twice);
  SIM_RUN(1, early);
  SIM_RUN(1, left);
  SIM_RUN(1, hanging);
  SIM_RUN(1, queries);
  SIM_RUN(1, callbacks);
  SIM_RUN(1, bounded);
  return sim_done();
}
