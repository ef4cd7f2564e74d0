/* MPI_Win_fence and its assertions (sections 11.5.1 and 11.5.5), over several ranks. */
#include "include/basic.h"
#include "sim.h"

#define BOTH (ASSERT_NOPRECEDE | ASSERT_NOSUCCEED)

static void noprecede_after_put(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, ASSERT_NOPRECEDE);
  int put = sim_put(s, 0, w, 1, 0, 4);
  int fence = sim_fence(s, 0, w, ASSERT_NOPRECEDE);
  sim_fence(s, 1, w, ASSERT_NOPRECEDE);
  sim_expect_two(s, SLUG_NOPRECEDE_VIOLATED, fence, put);
}

static void put_after_nosucceed(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int fence = sim_fence(s, 0, w, ASSERT_NOSUCCEED);
  sim_fence(s, 1, w, ASSERT_NOSUCCEED);
  sim_expect_two(s, SLUG_NOSUCCEED_VIOLATED, sim_put(s, 0, w, 1, 0, 4), fence);
}

/* The promises concern fence epochs only, so another epoch may come in between. */
static void lock_between_promises(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, BOTH);
  sim_lock(s, 0, w, 1);
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_fence_all(s, w, BOTH);
  sim_free(s, w);
}

static void usual_promises(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 5; i++) {
    sim_fence_all(s, w, ASSERT_NOPRECEDE);
    for (int r = 0; r < 4; r++)
      sim_put(s, r, w, (r + 1) % 4, 0, 4);
    sim_fence_all(s, w, ASSERT_NOSUCCEED | ASSERT_NOSTORE);
  }
  sim_free(s, w);
}

static void assertions_of_other_calls(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_expect(s, SLUG_ASSERT_INVALID, sim_fence(s, 0, w, ASSERT_NOCHECK));
  sim_expect(s, SLUG_ASSERT_INVALID, sim_fence(s, 1, w, ASSERT_UNKNOWN));
  sim_expect(s, SLUG_ASSERT_INVALID, sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOPRECEDE));
  sim_expect(s, SLUG_ASSERT_INVALID, sim_start(s, 0, w, SIM_GROUP(1), ASSERT_NOPUT));
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  struct event lock = sim_event(EVENT_LOCK, 0, w);
  lock.target = 1;
  lock.assertion = ASSERT_NOSTORE;
  sim_expect(s, SLUG_ASSERT_INVALID, sim_call(s, &lock));
  sim_unlock(s, 0, w, 1);
  lock.assertion = ASSERT_NOCHECK;
  sim_call(s, &lock);
  sim_unlock(s, 0, w, 1);
  sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOCHECK | ASSERT_NOSTORE | ASSERT_NOPUT);
  sim_message(s, 1, 0);
  sim_start(s, 0, w, SIM_GROUP(1), ASSERT_NOCHECK);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_fence_all(s, w, ASSERT_NOSTORE | ASSERT_NOPUT | BOTH);
}

static void one_of_two(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int with = sim_fence(s, 0, w, ASSERT_NOPRECEDE), without = sim_fence(s, 1, w, 0);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, with, without);
  sim_fence_all(s, w, 0);
  without = sim_fence(s, 0, w, 0);
  with = sim_fence(s, 1, w, ASSERT_NOSUCCEED);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, with, without);
  sim_free(s, w);
}

static void one_of_four(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int with = sim_fence(s, 2, w, ASSERT_NOPRECEDE);
  for (int r = 0; r < 4; r++)
    if (r != 2)
      sim_fence(s, r, w, 0);
  sim_expect(s, SLUG_FENCE_ASSERT_MISMATCH, with);
  sim_fence_all(s, w, BOTH);
  sim_free(s, w);
}

static void all_but_one(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, BOTH);
  int with[4];
  for (int r = 0; r < 4; r++)
    with[r] = sim_fence(s, r, w, r == 1 ? 0 : ASSERT_NOSUCCEED);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, with[0], with[1]);
  sim_fence_all(s, w, 0);
}

static void one_each(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int a = sim_fence(s, 0, w, ASSERT_NOPRECEDE), b = sim_fence(s, 1, w, ASSERT_NOSUCCEED);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, a, b);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, b, a);
}

/* A fence need not wait for other ranks, so one rank may be many fences ahead. */
static void far_ahead(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 40; i++)
      sim_fence(s, r, w, i % 3 ? BOTH : i % 2 ? ASSERT_NOPRECEDE : 0);
  sim_free(s, w);
}

static void ranks_in_any_order(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 3, .member = {3, 1, 2}});
  sim_fence_all(s, w, ASSERT_NOPRECEDE);
  sim_put(s, 3, w, 1, 0, 4);
  sim_fence_all(s, w, ASSERT_NOSUCCEED);
  int with = sim_fence(s, 1, w, ASSERT_NOPRECEDE), without = sim_fence(s, 2, w, 0);
  sim_fence(s, 3, w, 0);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, with, without);
  sim_free(s, w);
}

/* A member of another MPI_COMM_WORLD runs no such checker, so nothing is expected of it. */
static void member_unknown(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 3, .member = {0, -1, 1}});
  sim_fence(s, 0, w, ASSERT_NOPRECEDE);
  sim_fence(s, 1, w, ASSERT_NOPRECEDE);
  int with = sim_fence(s, 0, w, ASSERT_NOPRECEDE), without = sim_fence(s, 1, w, 0);
  sim_expect_two(s, SLUG_FENCE_ASSERT_MISMATCH, with, without);
  sim_free(s, w);
}

static void single_member(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 1, .member = {1}});
  sim_fence(s, 1, w, BOTH);
  sim_fence(s, 1, w, ASSERT_NOPRECEDE);
  sim_put(s, 1, w, 0, 0, 4);
  sim_fence(s, 1, w, 0);
  sim_free(s, w);
}

/* A fence that failed is not one of the window's fences. */
static void fails_and_again(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int r = 0; r < 3; r++) {
    sim_fails(s);
    sim_fence(s, r, w, ASSERT_NOPRECEDE);
  }
  sim_fence_all(s, w, ASSERT_NOPRECEDE);
  for (int r = 0; r < 3; r++) {
    sim_fails(s);
    sim_fence(s, r, w, ASSERT_NOSUCCEED);
  }
  sim_fence_all(s, w, 0);
  sim_fence_all(s, w, BOTH);
  sim_free(s, w);
}

static void noput(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence(s, 0, w, 0);
  int promise = sim_fence(s, 1, w, ASSERT_NOPUT);
  sim_expect_two(s, SLUG_NOPUT_VIOLATED, sim_put(s, 0, w, 1, 0, 4), promise);
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_fence_all(s, w, ASSERT_NOPUT);
  sim_expect(s, SLUG_NOPUT_VIOLATED, sim_put(s, 1, w, 1, 0, 4));
  sim_expect(s, SLUG_NOPUT_VIOLATED, sim_acc(s, 1, w, 0, 0, 4));
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

/* The origin is ahead: its update is told before the target has left the fence. */
static void noput_told_early(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 5; i++)
    sim_fence(s, 0, w, BOTH);
  sim_fence(s, 0, w, ASSERT_NOPRECEDE);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_deliver(s);
  for (int i = 0; i < 5; i++)
    sim_fence(s, 1, w, BOTH | ASSERT_NOPUT);
  int promise = sim_fence(s, 1, w, ASSERT_NOPRECEDE | ASSERT_NOPUT);
  sim_expect_two(s, SLUG_NOPUT_VIOLATED, put, promise);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

static void noput_elsewhere(struct sim *s) {
  uint64_t w = sim_create(s, NULL), v = sim_create(s, NULL);
  sim_fence_all(s, v, ASSERT_NOPUT);
  for (int i = 0; i < 4; i++) {
    sim_fence(s, 0, w, ASSERT_NOPUT);
    sim_fence(s, 1, w, i % 2 ? ASSERT_NOPUT : 0);
    if (i % 2 == 0)
      sim_put(s, 0, w, 1, 0, 4);
    sim_get(s, 1, w, 0, 0, 4);
  }
  sim_fence_all(s, w, 0);
  sim_fence_all(s, v, 0);
  sim_free(s, w);
}

/* Neither a read nor an update of no bytes is an update. */
static void noput_without_update(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  struct event_op read = {.op = RMA_GET_ACC, .reduce = REDUCE_NO_OP};
  read.target = sim_data(0, 1, 4, BASIC_INT);
  read.result = sim_data(0x7000, 1, 4, BASIC_INT);
  sim_fence_all(s, w, ASSERT_NOPUT);
  sim_get(s, 0, w, 1, 0, 4);
  sim_op(s, 0, w, 1, &read);
  sim_put(s, 0, w, 1, 0, 0);
  sim_acc(s, 1, w, 1, 0, 0);
  sim_fence_all(s, w, 0);
  sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOPUT);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_put(s, 0, w, 1, 0, 0);
  sim_op(s, 0, w, 1, &read);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, noprecede_after_put);
  SIM_RUN(2, put_after_nosucceed);
  SIM_RUN(2, lock_between_promises);
  SIM_RUN(4, usual_promises);
  SIM_RUN(2, assertions_of_other_calls);
  SIM_RUN(2, one_of_two);
  SIM_RUN(4, one_of_four);
  SIM_RUN(4, all_but_one);
  SIM_RUN(2, one_each);
  SIM_RUN(3, far_ahead);
  SIM_RUN(4, ranks_in_any_order);
  SIM_RUN(2, member_unknown);
  SIM_RUN(2, single_member);
  SIM_RUN(3, fails_and_again);
  SIM_RUN(2, noput);
  SIM_RUN(2, noput_told_early);
  SIM_RUN(2, noput_elsewhere);
  SIM_RUN(2, noput_without_update);
  return sim_done();
}
