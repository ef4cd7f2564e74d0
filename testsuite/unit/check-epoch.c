/* Access and exposure epochs of one rank: which calls may follow which (section 11.5). */
#include "sim.h"

static void op_outside(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_get(s, 1, w, 1, 0, 4));
}

static void op_after_close(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_lock(s, 0, w, 1);
  sim_put(s, 0, w, 1, 0, 4);
  int closed = sim_unlock(s, 0, w, 1);
  sim_expect_two(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4), closed);
}

/* A lock or start ends what the fence before it might have started. */
static void op_after_lock_in_empty_fence_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_lock(s, 0, w, 1);
  int closed = sim_unlock(s, 0, w, 1);
  sim_expect_two(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4), closed);
}

static void op_in_fence_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_get(s, 1, w, 0, 0, 4);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

static void op_to_proc_null(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_put(s, 0, w, -1, 0, 4);
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, -1, 0, 4);
  sim_free(s, w);
}

static void op_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_fails(s);
  sim_put(s, 0, w, 1, 0, 4);
  sim_fence_all(s, w, ASSERT_NOPRECEDE);
  sim_free(s, w);
}

static void empty_fence_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 3; i++) {
    sim_fence_all(s, w, 0);
    sim_lock(s, 0, w, 1);
    sim_put(s, 0, w, 1, 0, 4);
    sim_unlock(s, 0, w, 1);
  }
  sim_fence_all(s, w, 0);
  sim_lock_all(s, 1, w);
  sim_unlock_all(s, 1, w);
  sim_fence_all(s, w, 0);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

static void start_in_fence_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_expect_two(s, SLUG_ACCESS_EPOCH_OVERLAP, sim_start(s, 0, w, SIM_GROUP(1), 0), put);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_fence_all(s, w, 0);
}

static void lock_in_fence_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_get(s, 0, w, 1, 0, 4);
  sim_expect(s, SLUG_ACCESS_EPOCH_OVERLAP, sim_lock(s, 0, w, 1));
  sim_unlock(s, 0, w, 1);
  sim_fence_all(s, w, 0);
}

static void start_in_lock(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int lock = sim_lock(s, 0, w, 1);
  sim_fails(s);
  sim_expect_two(s, SLUG_ACCESS_EPOCH_OVERLAP, sim_start(s, 0, w, SIM_GROUP(1), 0), lock);
  sim_unlock(s, 0, w, 1);
}

static void start_in_start(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  int first = sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_fails(s);
  sim_expect_two(s, SLUG_ACCESS_EPOCH_OVERLAP, sim_start(s, 0, w, SIM_GROUP(1), 0), first);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
}

/* If the library allows a lock in another epoch, it is still held when that epoch ends. */
static void lock_in_start(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_expect(s, SLUG_ACCESS_EPOCH_OVERLAP, sim_lock(s, 0, w, 0));
  sim_put(s, 0, w, 0, 0, 4);
  sim_sync(s, 0, w);
  sim_complete(s, 0, w);
  sim_put(s, 0, w, 0, 0, 4);
  sim_flush(s, 0, w, -1);
  sim_unlock(s, 0, w, 0);
  sim_wait(s, 1, w);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 0, 0, 4));
}

static void fence_in_epochs(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int lock = sim_lock(s, 0, w, 1);
  sim_post(s, 1, w, SIM_GROUP(2), 0);
  int start = sim_start(s, 2, w, SIM_GROUP(1), 0);
  sim_expect_two(s, SLUG_FENCE_IN_EPOCH, sim_fence(s, 0, w, 0), lock);
  sim_expect(s, SLUG_FENCE_IN_EPOCH, sim_fence(s, 1, w, 0));
  sim_expect_two(s, SLUG_FENCE_IN_EPOCH, sim_fence(s, 2, w, 0), start);
  sim_complete(s, 2, w);
  sim_wait(s, 1, w);
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
}

/* Access epochs must not overlap, and exposure epochs must not, but one of each may. */
static void access_beside_exposure(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 0, w, SIM_GROUP(1), 0);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  for (int r = 0; r < 2; r++) {
    sim_start(s, r, w, SIM_GROUP(1 - r), 0);
    sim_put(s, r, w, 1 - r, 0, 4);
  }
  sim_complete(s, 0, w);
  sim_complete(s, 1, w);
  sim_wait(s, 0, w);
  sim_wait(s, 1, w);
  sim_post(s, 0, w, SIM_GROUP(1), 0);
  sim_lock(s, 0, w, 1);
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_start(s, 1, w, SIM_GROUP(0), 0);
  sim_complete(s, 1, w);
  sim_wait(s, 0, w);
  sim_free(s, w);
}

/* A fence access epoch at rank 1 while it is exposed to rank 0 by MPI_Win_post. */
static void fence_access_beside_exposure(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_put(s, 1, w, 2, 0, 4);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

static void post_twice(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int first = sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_fails(s);
  sim_expect_two(s, SLUG_EXPOSURE_EPOCH_OVERLAP, sim_post(s, 1, w, SIM_GROUP(0), 0), first);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
}

static void free_in_epochs(struct sim *s) {
  uint64_t w = sim_create(s, NULL), v = sim_create(s, NULL);
  int lock = sim_lock(s, 0, w, 1);
  sim_expect_two(s, SLUG_FREE_IN_EPOCH, sim_free_one(s, 0, w), lock);
  const struct event_group none = {0};
  int post = sim_post(s, 1, w, none, 0);
  sim_expect_two(s, SLUG_FREE_IN_EPOCH, sim_free_one(s, 1, w), post);
  sim_fence_all(s, v, 0);
  int put = sim_put(s, 0, v, 1, 0, 4);
  sim_expect_two(s, SLUG_FREE_IN_EPOCH, sim_free_one(s, 0, v), put);
  sim_free_one(s, 1, v);
  sim_free_one(s, 2, v);
}

static void finalize_in_epochs(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int all = sim_lock_all(s, 0, w);
  sim_fence(s, 1, w, 0);
  int get = sim_get(s, 1, w, 0, 0, 4);
  sim_expect_two(s, SLUG_FINALIZE_IN_EPOCH, sim_site(s) + 1, all); /* rank 0's MPI_Finalize */
  sim_expect_two(s, SLUG_FINALIZE_IN_EPOCH, sim_site(s) + 2, get); /* rank 1's */
}

static void windows_are_apart(struct sim *s) {
  uint64_t w = sim_create(s, NULL), v = sim_create(s, NULL);
  sim_lock(s, 0, w, 1);
  sim_fence_all(s, v, 0);
  sim_put(s, 0, v, 1, 0, 4);
  sim_put(s, 0, w, 1, 0, 4);
  sim_fence_all(s, v, 0);
  sim_unlock(s, 0, w, 1);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
}

/* Ranks 2 and 0 in this order: index 1 of the window is rank 0. */
static void window_of_some_ranks(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 2, .member = {2, 0}});
  sim_lock(s, 2, w, 1);
  sim_put(s, 2, w, 1, 0, 4);
  sim_expect(s, SLUG_TARGET_NOT_LOCKED, sim_put(s, 2, w, 0, 0, 4));
  sim_unlock(s, 2, w, 1);
  sim_post(s, 0, w, SIM_GROUP(0), 0);
  sim_start(s, 2, w, SIM_GROUP(1), 0);
  sim_put(s, 2, w, 1, 0, 4);
  sim_complete(s, 2, w);
  sim_wait(s, 0, w);
  sim_lock(s, 0, w, 0);
  sim_post(s, 0, w, (struct event_group){0}, 0); /* index 0 is not rank 0 */
  sim_wait(s, 0, w);
  sim_unlock(s, 0, w, 0);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, op_outside);
  SIM_RUN(2, op_after_close);
  SIM_RUN(2, op_after_lock_in_empty_fence_epoch);
  SIM_RUN(2, op_in_fence_epoch);
  SIM_RUN(2, op_to_proc_null);
  SIM_RUN(2, op_that_fails);
  SIM_RUN(2, empty_fence_epoch);
  SIM_RUN(2, start_in_fence_epoch);
  SIM_RUN(2, lock_in_fence_epoch);
  SIM_RUN(2, start_in_lock);
  SIM_RUN(2, start_in_start);
  SIM_RUN(2, lock_in_start);
  SIM_RUN(3, fence_in_epochs);
  SIM_RUN(2, access_beside_exposure);
  SIM_RUN(3, fence_access_beside_exposure);
  SIM_RUN(2, post_twice);
  SIM_RUN(3, free_in_epochs);
  SIM_RUN(3, finalize_in_epochs);
  SIM_RUN(2, windows_are_apart);
  SIM_RUN(3, window_of_some_ranks);
  return sim_done();
}
