/* MPI_Win_post, start, complete, wait and test over several ranks (section 11.5.2). */
#include "sim.h"

static const struct event_group nobody = {0};

static void start_before_post(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 5; i++) {
    sim_start(s, 0, w, SIM_GROUP(1), 0);
    sim_put(s, 0, w, 1, 0, 4);
    sim_post(s, 1, w, SIM_GROUP(0), 0);
    sim_complete(s, 0, w);
    sim_wait(s, 1, w);
  }
  sim_free(s, w);
}

/* The origin is told of a post after it has completed, or started the next epoch. */
static void ring(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 10; i++) {
    for (int r = 0; r < 4; r++)
      sim_post(s, r, w, SIM_GROUP((r + 3) % 4), 0);
    for (int r = 0; r < 4; r++) {
      sim_start(s, r, w, SIM_GROUP((r + 1) % 4), 0);
      sim_put(s, r, w, (r + 1) % 4, 0, 4);
      sim_complete(s, r, w);
    }
    for (int r = 0; r < 4; r++)
      if (i % 2) {
        sim_wait(s, r, w);
      } else {
        sim_test(s, r, w, 0);
        sim_test(s, r, w, 1);
      }
  }
  sim_free(s, w);
}

static void groups_of_any_order(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 4, .member = {3, 1, 0, 2}});
  sim_post(s, 3, w, SIM_GROUP(3, 1), 0);
  sim_post(s, 0, w, SIM_GROUP(1, 2), 0);
  sim_start(s, 1, w, SIM_GROUP(2, 0), 0);
  sim_put(s, 1, w, 0, 0, 4);
  sim_put(s, 1, w, 2, 0, 4);
  sim_start(s, 2, w, SIM_GROUP(0), 0);
  sim_expect(s, SLUG_TARGET_NOT_STARTED, sim_put(s, 2, w, 3, 0, 4)); /* its own window */
  sim_start(s, 0, w, SIM_GROUP(2), 0); /* it has exposed its window to itself */
  sim_put(s, 0, w, 2, 0, 4);
  sim_complete(s, 0, w);
  sim_complete(s, 1, w);
  sim_complete(s, 2, w);
  sim_wait(s, 0, w);
  sim_wait(s, 3, w);
  sim_free(s, w);
}

static void empty_groups(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 0, w, nobody, 0);
  sim_start(s, 0, w, nobody, 0);
  sim_expect(s, SLUG_TARGET_NOT_STARTED, sim_put(s, 0, w, 1, 0, 4));
  sim_complete(s, 0, w);
  sim_wait(s, 0, w);
  sim_free(s, w);
}

static void target_not_started(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  int start = sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_expect_two(s, SLUG_TARGET_NOT_STARTED, sim_put(s, 0, w, 2, 0, 4), start);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_post(s, 2, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(2), 0);
  sim_put(s, 0, w, 2, 0, 4);
  sim_expect(s, SLUG_TARGET_NOT_STARTED,
             sim_get(s, 0, w, 1, 0, 4)); /* the target belonged to the last epoch only */
  sim_complete(s, 0, w);
  sim_wait(s, 2, w);
}

static void start_without_post(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_expect(s, SLUG_START_WITHOUT_POST, sim_start(s, 0, w, SIM_GROUP(1, 2), 0));
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

static void post_without_start(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_expect(s, SLUG_POST_WITHOUT_START, sim_post(s, 1, w, SIM_GROUP(0), 0));
  sim_test(s, 1, w, 1);
  sim_free(s, w);
}

/* Nothing is heard of a process of another MPI_COMM_WORLD. */
static void member_unknown(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 2, .member = {0, -1}});
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_post(s, 0, w, SIM_GROUP(1), 0);
  sim_wait(s, 0, w);
  sim_free(s, w);
}

static void without_opener(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_expect(s, SLUG_COMPLETE_WITHOUT_START, sim_complete(s, 0, w));
  sim_expect(s, SLUG_WAIT_WITHOUT_POST, sim_wait(s, 0, w));
  sim_expect(s, SLUG_WAIT_WITHOUT_POST, sim_test(s, 0, w, 0));
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  int complete = sim_complete(s, 0, w);
  sim_expect_two(s, SLUG_COMPLETE_WITHOUT_START, sim_complete(s, 0, w), complete);
  sim_wait(s, 1, w);
  sim_expect(s, SLUG_WAIT_WITHOUT_POST, sim_wait(s, 1, w));
}

static void test_after_true(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 2; i++) {
    sim_post(s, 1, w, SIM_GROUP(0), 0);
    sim_start(s, 0, w, SIM_GROUP(1), 0);
    sim_complete(s, 0, w);
    sim_test(s, 1, w, 0);
    int end = sim_test(s, 1, w, 1);
    if (i == 0)
      sim_expect_two(s, SLUG_TEST_AFTER_TRUE, sim_test(s, 1, w, 0), end);
    else
      sim_expect_two(s, SLUG_TEST_AFTER_TRUE, sim_wait(s, 1, w), end);
  }
}

static void nocheck(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (unsigned both = 0; both < 4; both++) {
    int post = sim_post(s, 1, w, SIM_GROUP(0), both & 1 ? ASSERT_NOCHECK : 0);
    sim_message(s, 1, 0);
    int start = sim_start(s, 0, w, SIM_GROUP(1), both & 2 ? ASSERT_NOCHECK : 0);
    sim_complete(s, 0, w);
    sim_wait(s, 1, w);
    if (both == 1 || both == 2)
      sim_expect_two(s, SLUG_NOCHECK_MISMATCH, start, post);
  }
  sim_free(s, w);
}

/* Once a message tells the origin that the target has posted, once nothing does. */
static void nocheck_in_time(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.size = {20, 17, 24}});
  sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOCHECK);
  sim_message(s, 1, 2);
  sim_message(s, 2, 0);
  sim_start(s, 0, w, SIM_GROUP(1), ASSERT_NOCHECK);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  int post = sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOCHECK);
  sim_message(s, 2, 0);
  int start = sim_start(s, 0, w, SIM_GROUP(1), ASSERT_NOCHECK);
  sim_expect_two(s, SLUG_NOCHECK_UNORDERED, start, post);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  start = sim_start(s, 0, w, SIM_GROUP(1), ASSERT_NOCHECK);
  sim_message(s, 0, 1);
  post = sim_post(s, 1, w, SIM_GROUP(0), ASSERT_NOCHECK);
  sim_expect_two(s, SLUG_NOCHECK_VIOLATED, start, post);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

static void noput(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 4; i++) {
    int post = sim_post(s, 1, w, SIM_GROUP(0), i % 2 ? ASSERT_NOPUT : 0);
    sim_post(s, 2, w, SIM_GROUP(0), 0);
    sim_start(s, 0, w, SIM_GROUP(1, 2), 0);
    sim_get(s, 0, w, 1, 0, 4);
    sim_put(s, 0, w, 2, 0, 4);
    if (i == 3)
      sim_expect_two(s, SLUG_NOPUT_VIOLATED, sim_acc(s, 0, w, 1, 0, 4), post);
    else if (i != 1)
      sim_put(s, 0, w, 1, 0, 4);
    sim_complete(s, 0, w);
    sim_wait(s, 1, w);
    sim_wait(s, 2, w);
  }
  sim_free(s, w);
}

/* A start that failed matched nothing, whether its post was known already or not. */
static void start_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 3; i++) {
    sim_post(s, 1, w, SIM_GROUP(0), 0);
    sim_fails(s);
    sim_start(s, 0, w, SIM_GROUP(1), 0);
    sim_start(s, 0, w, SIM_GROUP(1), 0);
    sim_put(s, 0, w, 1, 0, 4);
    sim_complete(s, 0, w);
    sim_wait(s, 1, w);
  }
  sim_free(s, w);
}

static void post_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 3; i++) {
    sim_fails(s);
    sim_post(s, 1, w, SIM_GROUP(0, 2), ASSERT_NOCHECK);
    sim_start(s, 0, w, SIM_GROUP(1), 0);
    sim_post(s, 1, w, SIM_GROUP(0), 0);
    sim_complete(s, 0, w);
    sim_wait(s, 1, w);
  }
  sim_free(s, w);
}

static void complete_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_fails(s);
  sim_complete(s, 0, w);
  sim_put(s, 0, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_fails(s);
  sim_wait(s, 1, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

/* Rank 1 posts after rank 0 has freed the window: a message that comes after MPI_Win_free. */
static void freed_before_told(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_complete(s, 0, w);
  sim_free_one(s, 0, w);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_wait(s, 1, w);
  sim_expect(s, SLUG_POST_WITHOUT_START, sim_post(s, 1, w, SIM_GROUP(0), 0));
  sim_test(s, 1, w, 1);
  sim_free_one(s, 1, w);
}

int main(void) {
  SIM_RUN(2, start_before_post);
  SIM_RUN(4, ring);
  SIM_RUN(4, groups_of_any_order);
  SIM_RUN(2, empty_groups);
  SIM_RUN(3, target_not_started);
  SIM_RUN(3, start_without_post);
  SIM_RUN(2, post_without_start);
  SIM_RUN(1, member_unknown);
  SIM_RUN(2, without_opener);
  SIM_RUN(2, test_after_true);
  SIM_RUN(2, nocheck);
  SIM_RUN(3, nocheck_in_time);
  SIM_RUN(3, noput);
  SIM_RUN(2, start_that_fails);
  SIM_RUN(3, post_that_fails);
  SIM_RUN(2, complete_that_fails);
  SIM_RUN(2, freed_before_told);
  return sim_done();
}
