/* Locks that ranks take in different orders, and what keeps them apart in time. */
#include "sim.h"

static int lock(struct sim *s, int rank, uint64_t win, int target) {
  struct event e = sim_event(EVENT_LOCK, rank, win);
  e.target = target;
  e.flag = 1;
  return sim_call(s, &e);
}

/* Returns the site of the second lock. */
static int both(struct sim *s, int rank, uint64_t first, uint64_t second, int target) {
  lock(s, rank, first, target);
  int site = lock(s, rank, second, target);
  sim_put(s, rank, second, target, 8 * rank, 4);
  sim_unlock(s, rank, second, target);
  sim_unlock(s, rank, first, target);
  return site;
}

static void two_windows(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  sim_expect(s, SLUG_LOCK_ORDER, both(s, 1, a, b, 3));
  both(s, 2, b, a, 3);
  both(s, 3, a, b, 0);
  sim_times(s, SLUG_LOCK_ORDER, 1);
}

static void two_targets(struct sim *s) {
  uint64_t a = sim_create(s, NULL);
  for (int rank = 0; rank < 2; rank++) {
    lock(s, rank, a, rank);
    int site = lock(s, rank, a, 1 - rank);
    if (!rank)
      sim_expect(s, SLUG_LOCK_ORDER, site);
    sim_unlock(s, rank, a, rank);
    sim_unlock(s, rank, a, 1 - rank);
  }
}

static void circle(struct sim *s) {
  uint64_t a = sim_create(s, NULL);
  for (int rank = 0; rank < 5; rank++) {
    lock(s, rank, a, rank);
    int site = lock(s, rank, a, (rank + 1) % 5);
    if (!rank)
      sim_expect(s, SLUG_LOCK_ORDER, site);
    sim_unlock(s, rank, a, rank);
    sim_unlock(s, rank, a, (rank + 1) % 5);
  }
  sim_times(s, SLUG_LOCK_ORDER, 1);
}

static void same_order(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  for (int rank = 0; rank < 3; rank++)
    both(s, rank, a, b, 3);
}

static void one_rank(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  both(s, 1, a, b, 3);
  both(s, 1, b, a, 3);
}

static void by_messages(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  both(s, 1, a, b, 3);
  sim_message(s, 1, 0);
  sim_message(s, 0, 2);
  both(s, 2, b, a, 3);
}

/* The message comes before the second lock of the later one. */
static void message_between(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  both(s, 1, a, b, 3);
  lock(s, 2, b, 3);
  sim_message(s, 1, 2);
  lock(s, 2, a, 3);
  sim_unlock(s, 2, a, 3);
  sim_unlock(s, 2, b, 3);
}

static void by_fence(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL), c = sim_create(s, NULL);
  both(s, 1, a, b, 3);
  sim_fence_all(s, c, ASSERT_NOSUCCEED);
  both(s, 2, b, a, 3);
}

static void gate(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL), g = sim_create(s, NULL);
  for (int rank = 0; rank < 2; rank++) {
    lock(s, rank, g, 2);
    both(s, rank, rank ? a : b, rank ? b : a, 3);
    sim_unlock(s, rank, g, 2);
  }
}

/* What is read under one lock may be a flag, until all have met. */
static void flag(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL), c = sim_create(s, NULL);
  both(s, 1, a, b, 3);
  lock(s, 2, c, 0);
  sim_get(s, 2, c, 0, 64, 4);
  sim_unlock(s, 2, c, 0);
  both(s, 2, b, a, 3);
  sim_message(s, 2, 3);
  both(s, 3, b, a, 3);
  sim_fence_all(s, c, ASSERT_NOSUCCEED);
  sim_expect(s, SLUG_LOCK_ORDER, both(s, 1, a, b, 3));
  both(s, 2, b, a, 3);
}

static void data_is_no_flag(struct sim *s) {
  uint64_t a = sim_create(s, NULL), b = sim_create(s, NULL);
  lock(s, 1, a, 3);
  sim_get(s, 1, a, 3, 64, 4);
  sim_flush(s, 1, a, 3);
  sim_expect(s, SLUG_LOCK_ORDER, lock(s, 1, b, 3));
  sim_unlock(s, 1, a, 3);
  sim_unlock(s, 1, b, 3);
  both(s, 2, b, a, 3);
}

int main(void) {
  SIM_RUN(4, two_windows);
  SIM_RUN(2, two_targets);
  SIM_RUN(5, circle);
  SIM_RUN(4, same_order);
  SIM_RUN(4, one_rank);
  SIM_RUN(4, by_messages);
  SIM_RUN(4, message_between);
  SIM_RUN(4, by_fence);
  SIM_RUN(4, gate);
  SIM_RUN(4, flag);
  SIM_RUN(4, data_is_no_flag);
  return sim_done();
}
