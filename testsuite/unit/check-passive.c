/* Locks, flushes and MPI_Win_sync of one rank (sections 11.5.3 and 11.5.4). */
#include "sim.h"

static void locked_and_exposed(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  const struct event_group none = {0};
  int post = sim_post(s, 0, w, none, 0);
  sim_expect_two(s, SLUG_LOCKED_AND_EXPOSED, sim_lock(s, 0, w, 0), post);
  sim_unlock(s, 0, w, 0);
  sim_lock(s, 0, w, 1);
  sim_unlock(s, 0, w, 1);
  sim_expect_two(s, SLUG_LOCKED_AND_EXPOSED, sim_lock_all(s, 0, w), post);
  sim_unlock_all(s, 0, w);
  sim_wait(s, 0, w);
  int lock = sim_lock(s, 1, w, 1);
  sim_expect_two(s, SLUG_LOCKED_AND_EXPOSED, sim_post(s, 1, w, none, 0), lock);
  sim_wait(s, 1, w);
  sim_unlock(s, 1, w, 1);
}

static void lock_twice(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int lock = sim_lock(s, 0, w, 1);
  sim_fails(s);
  sim_expect_two(s, SLUG_LOCK_TWICE, sim_lock(s, 0, w, 1), lock);
  sim_fails(s);
  sim_expect_two(s, SLUG_LOCK_TWICE, sim_lock_all(s, 0, w), lock);
  sim_unlock(s, 0, w, 1);
  int all = sim_lock_all(s, 0, w);
  sim_fails(s);
  sim_expect_two(s, SLUG_LOCK_TWICE, sim_lock(s, 0, w, 1), all);
  sim_fails(s);
  sim_expect_two(s, SLUG_LOCK_TWICE, sim_lock_all(s, 0, w), all);
  sim_unlock_all(s, 0, w);
}

/* A call that ends what a reported call began is no second mistake, whether or not the
 * library allowed that call. */
static void one_mistake_one_finding(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int through = 0; through < 2; through++) {
    sim_lock(s, 0, w, 1);
    if (!through)
      sim_fails(s);
    sim_expect(s, SLUG_LOCK_TWICE, sim_lock(s, 0, w, 1));
    sim_put(s, 0, w, 1, 0, 4);
    sim_unlock(s, 0, w, 1);
    if (!through)
      sim_fails(s);
    sim_unlock(s, 0, w, 1);
    sim_lock_all(s, 0, w);
    if (!through)
      sim_fails(s);
    sim_expect(s, SLUG_LOCK_TWICE, sim_lock_all(s, 0, w));
    sim_unlock_all(s, 0, w);
    if (!through)
      sim_fails(s);
    sim_unlock_all(s, 0, w);
  }
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
  sim_free(s, w);
}

static void several_locks(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int t = 0; t < 3; t++)
    sim_lock(s, 0, w, t);
  for (int t = 0; t < 3; t++)
    sim_put(s, 0, w, t, 0, 4);
  sim_flush(s, 0, w, 2);
  sim_flush(s, 0, w, -1);
  sim_unlock(s, 0, w, 0);
  sim_put(s, 0, w, 2, 0, 4);
  sim_expect(s, SLUG_TARGET_NOT_LOCKED, sim_put(s, 0, w, 0, 0, 4));
  sim_expect(s, SLUG_FLUSH_WITHOUT_LOCK, sim_flush(s, 0, w, 0));
  sim_sync(s, 0, w);
  sim_unlock(s, 0, w, 2);
  sim_unlock(s, 0, w, 1);
  sim_expect(s, SLUG_FLUSH_WITHOUT_LOCK, sim_flush(s, 0, w, -1));
  sim_expect(s, SLUG_SYNC_WITHOUT_LOCK, sim_sync(s, 0, w));
}

static void lock_all(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  for (int t = 0; t < 3; t++) {
    sim_put(s, 0, w, t, 0, 4);
    sim_flush(s, 0, w, t);
    sim_rput(s, 1, w, t, (uint64_t)t + 1);
    sim_request(s, 1, EVENT_REQUEST_DONE, (uint64_t)t + 1);
  }
  sim_sync(s, 0, w);
  sim_flush(s, 0, w, -1);
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
  sim_free(s, w);
}

/* So many of MPI_Win_flush_all and MPI_Win_flush_local_all have nothing to complete. */
static void expect_complete(struct sim *s, uint64_t w, int many) {
  const struct check *c = sim_check(s, 0);
  if (check_all_complete(c, w, 0) + check_all_complete(c, w, 1) != many)
    sim_expect(s, SLUG_WIN_NULL, 1); /* which nobody finds */
}

static void nothing_to_complete(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  uint64_t shared = sim_create(s, &(struct sim_window){.flavor = FLAVOR_SHARED});
  expect_complete(s, w, 0);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 0, shared);
  expect_complete(s, w, 2);
  expect_complete(s, shared, 0);
  sim_put(s, 0, w, 1, 0, 4);
  expect_complete(s, w, 0);
  sim_flush(s, 0, w, 1);
  expect_complete(s, w, 2);
  sim_put(s, 0, w, 1, 0, 4);
  sim_put(s, 0, w, 0, 0, 4);
  sim_flush(s, 0, w, 1);
  expect_complete(s, w, 0);
  sim_flush(s, 0, w, -1);
  expect_complete(s, w, 2);
  sim_unlock_all(s, 0, w);
  expect_complete(s, w, 0);
  sim_lock(s, 0, w, 1);
  expect_complete(s, w, 2);
  sim_unlock(s, 0, w, 1);
  sim_unlock_all(s, 0, shared);
}

static void unlock_of_other_kind(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_expect(s, SLUG_UNLOCK_WITHOUT_LOCK, sim_unlock(s, 0, w, 1));
  sim_expect(s, SLUG_UNLOCK_WITHOUT_LOCK, sim_unlock_all(s, 0, w));
  sim_lock(s, 0, w, 1);
  sim_expect(s, SLUG_UNLOCK_WITHOUT_LOCK, sim_unlock(s, 0, w, 0));
  sim_expect(s, SLUG_UNLOCK_WITHOUT_LOCK, sim_unlock_all(s, 0, w));
  sim_unlock(s, 0, w, 1);
  sim_lock_all(s, 0, w);
  sim_expect(s, SLUG_UNLOCK_WITHOUT_LOCK, sim_unlock(s, 0, w, 1));
  sim_unlock_all(s, 0, w);
}

static void lock_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fails(s);
  sim_lock(s, 0, w, 1);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
  sim_lock(s, 0, w, 1);
  sim_fails(s);
  sim_unlock(s, 0, w, 1);
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
}

/* Flush and sync belong to passive target epochs only. */
static void flush_in_active_epochs(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_expect(s, SLUG_FLUSH_WITHOUT_LOCK, sim_flush(s, 0, w, 1));
  sim_expect(s, SLUG_SYNC_WITHOUT_LOCK, sim_sync(s, 0, w));
  sim_fence_all(s, w, 0);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_expect(s, SLUG_FLUSH_WITHOUT_LOCK, sim_flush(s, 0, w, -1));
  sim_expect(s, SLUG_SYNC_WITHOUT_LOCK, sim_sync(s, 0, w));
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
}

/* Two threads of one rank: the calls' events interleave. */
static void two_threads(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  struct event a = sim_event(EVENT_LOCK, 0, w), b = a;
  a.target = 0;
  b.target = 1;
  b.thread = 1;
  sim_enter(s, &a);
  sim_enter(s, &b);
  sim_leave(s, &b);
  sim_put(s, 0, w, 1, 0, 4);
  sim_leave(s, &a);
  sim_put(s, 0, w, 0, 0, 4);
  a.kind = b.kind = EVENT_UNLOCK;
  a.call = b.call = CALL_Win_unlock;
  sim_enter(s, &b);
  sim_enter(s, &a);
  sim_leave(s, &a);
  sim_leave(s, &b);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, locked_and_exposed);
  SIM_RUN(2, lock_twice);
  SIM_RUN(2, one_mistake_one_finding);
  SIM_RUN(3, several_locks);
  SIM_RUN(3, lock_all);
  SIM_RUN(2, nothing_to_complete);
  SIM_RUN(2, unlock_of_other_kind);
  SIM_RUN(2, lock_that_fails);
  SIM_RUN(2, flush_in_active_epochs);
  SIM_RUN(2, two_threads);
  return sim_done();
}
