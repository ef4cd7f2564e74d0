/* If one line issues operations on bytes that follow each other, their target is told of them
 * as one operation. */
#include "include/basic.h"
#include "sim.h"

/* Puts 4 bytes by a line that has put before. */
static void put_again(struct sim *s, int rank, uint64_t w, int target, int64_t disp, int line,
                      int ok) {
  struct event e = sim_event(EVENT_OP, rank, w);
  e.stack = (uint32_t)line;
  e.target = target;
  e.u.op = (struct event_op){.op = RMA_PUT, .disp = disp};
  e.u.op.origin = sim_data(0x7000 + (uint64_t)disp, 1, 4, BASIC_INT);
  e.u.op.target = sim_data(0, 1, 4, BASIC_INT);
  sim_enter(s, &e);
  if (ok)
    return;
  sim_fails(s);
  sim_leave(s, &e);
}

static int put_many(struct sim *s, uint64_t w, int target, int n) {
  int line = sim_put(s, 0, w, target, 0, 4);
  for (int i = 1; i < n; i++)
    put_again(s, 0, w, target, 4 * i, line, 1);
  return line;
}

static void few_messages(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int before = sim_sent(s);
  put_many(s, w, 1, 100);
  sim_fence_all(s, w, 0);
  sim_ok(sim_sent(s) - before < 20, "a hundred puts side by side are a few messages");
}

static void met_by_another(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 8);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 20, 4));
  sim_put(s, 2, w, 1, 32, 4);
  sim_fence_all(s, w, 0);
}

/* When the line goes on at another place, the operations that were kept back are told first. */
static void in_two_targets(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  int line = put_many(s, w, 1, 3);
  put_again(s, 0, w, 2, 12, line, 1);
  put_again(s, 0, w, 1, 12, line, 1);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 12, 4));
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

static void one_that_fails(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 2);
  put_again(s, 0, w, 1, 8, line, 0);
  sim_put(s, 2, w, 1, 8, 4);
  sim_fence_all(s, w, 0);
}

/* The origin has learnt something between two operations, so only the second one knows it. */
static void with_news_between(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  int line = put_many(s, w, 1, 1);
  int other = sim_put(s, 2, w, 1, 0, 8);
  sim_flush(s, 2, w, 1);
  sim_message(s, 2, 0);
  put_again(s, 0, w, 1, 4, line, 1);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

int main(void) {
  SIM_RUN(3, few_messages);
  SIM_RUN(3, met_by_another);
  SIM_RUN(3, in_two_targets);
  SIM_RUN(3, one_that_fails);
  SIM_RUN(3, with_news_between);
  return sim_done();
}
