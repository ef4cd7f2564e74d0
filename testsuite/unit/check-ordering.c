/* The texts that say why nothing orders two accesses, with the calls that are missing. */
#include "sim.h"

#define BASE 0x10000 /* the base of every window; origin buffers are at 0x7000 */

static void pending_buffer(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4), store = sim_store(s, 0, 0x7000, 4);
  sim_expect_ordering(
      s, SLUG_BUFFER_RACE, store, put,
      "No MPI_Win_fence between {1} and {0}: without that, the buffer is still in use.");
  sim_fence_all(s, w, 0);
  sim_lock(s, 0, w, 1);
  put = sim_put(s, 0, w, 1, 0, 4), store = sim_store(s, 0, 0x7000, 4);
  sim_expect_ordering(
      s, SLUG_BUFFER_RACE, store, put,
      "No MPI_Win_flush_local(1) or MPI_Win_unlock between {1} and {0}: without "
      "that, the buffer is still in use.");
  sim_unlock(s, 0, w, 1);
  sim_lock_all(s, 0, w);
  put = sim_rput(s, 0, w, 1, 5), store = sim_store(s, 0, 0x7000, 4);
  sim_expect_ordering(
      s, SLUG_BUFFER_RACE, store, put,
      "No MPI_Wait for its request, MPI_Win_flush_local(1) or MPI_Win_unlock_all "
      "between {1} and {0}: without that, the buffer is still in use.");
  sim_request(s, 0, EVENT_REQUEST_DONE, 5);
  sim_unlock_all(s, 0, w);
  put = sim_access(s, 0, 1, 0x8000, 4, 6), store = sim_load(s, 0, 0x8000, 4);
  sim_expect_ordering(
      s, SLUG_BUFFER_RACE, store, put,
      "No MPI_Wait or MPI_Test for the request of MPI_Recv between {1} and {0}: without that, "
      "the buffer is still in use.");
  sim_request(s, 0, EVENT_REQUEST_DONE, 6);
  sim_free(s, w);
}

static void pending_buffer_pscw(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  int put = sim_put(s, 0, w, 1, 0, 4), store = sim_store(s, 0, 0x7000, 4);
  sim_expect_ordering(
      s, SLUG_BUFFER_RACE, store, put,
      "No MPI_Win_complete between {1} and {0}: without that, the buffer is still in use.");
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_free(s, w);
}

static void one_origin(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  int put = sim_put(s, 0, w, 1, 0, 4), get = sim_get(s, 0, w, 1, 2, 4);
  sim_flush(s, 0, w, 1);
  sim_unlock_all(s, 0, w);
  sim_expect_ordering(
      s, SLUG_RMA_RACE, get, put,
      "No MPI_Win_flush(1) or MPI_Win_unlock_all between {1} and {0}: without that, "
      "operations of one origin have no order.");
  sim_expect(s, SLUG_BUFFER_RACE, get);
  sim_free(s, w);
}

static void one_origin_pscw(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  int one = sim_put(s, 0, w, 1, 0, 4), two = sim_put(s, 0, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_expect_ordering(s, SLUG_RMA_RACE, two, one,
                      "No MPI_Win_complete and another MPI_Win_start between {1} and {0}: "
                      "operations of one access epoch are not ordered.");
  sim_free(s, w);
}

static void own_window(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock(s, 1, w, 1);
  int put = sim_put(s, 1, w, 1, 0, 4), load = sim_load(s, 1, BASE, 4);
  sim_unlock(s, 1, w, 1);
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, put, load,
      "No MPI_Win_flush(1) or MPI_Win_unlock(1) between {0} and {1}: without that, "
      "the operation is not complete yet.");
  sim_free(s, w);
}

static void not_complete(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, BASE, 4);
  sim_unlock_all(s, 0, w);
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, load,
                      "No MPI_Win_flush(1) or MPI_Win_unlock_all of rank 0 between {0} and the "
                      "message, barrier or other call that lets rank 1 go on to {1}.");
  sim_free(s, w);
}

static void not_complete_fence(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, BASE, 4);
  sim_fence_all(s, w, 0);
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, put, load,
      "No MPI_Win_fence between {0} and {1}: rank 1 knows of the operation, but "
      "it is not complete.");
  sim_free(s, w);
}

static void not_complete_pscw(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, BASE, 4);
  sim_wait(s, 1, w);
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, load,
                      "No MPI_Win_wait of rank 1 between {0} and {1}: rank 1 knows of the "
                      "operation, but it is not complete at its target.");
  sim_free(s, w);
}

static void fences(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4), get = sim_get(s, 2, w, 1, 0, 4);
  int store = sim_store(s, 1, BASE + 2, 1);
  sim_fence_all(s, w, 0);
  sim_expect_ordering(s, SLUG_RMA_RACE, put, get,
                      "No MPI_Win_fence between {0} and {1}: both stand in one fence epoch.");
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, store,
                      "No MPI_Win_fence that completes the operation between {0} and {1}.");
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, get, store,
                      "No MPI_Win_fence that completes the operation between {0} and {1}.");
  sim_free(s, w);
}

static void noprecede(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_expect(s, SLUG_NOPRECEDE_VIOLATED, sim_fence(s, 0, w, ASSERT_NOPRECEDE));
  for (int r = 1; r < 3; r++)
    sim_fence(s, r, w, ASSERT_NOPRECEDE);
  int get = sim_get(s, 2, w, 1, 0, 4);
  sim_fence_all(s, w, 0);
  sim_expect_ordering(s, SLUG_RMA_RACE, put, get,
                      "No MPI_Win_fence without MPI_MODE_NOPRECEDE between {0} and {1}.");
  sim_free(s, w);
}

static void exposure(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_post(s, 1, w, SIM_GROUP(0, 2), 0);
  sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_start(s, 2, w, SIM_GROUP(1), 0);
  int store = sim_store(s, 1, BASE, 4);
  int put = sim_put(s, 0, w, 1, 0, 4), get = sim_get(s, 2, w, 1, 0, 4);
  sim_complete(s, 0, w);
  sim_complete(s, 2, w);
  sim_wait(s, 1, w);
  sim_expect_ordering(s, SLUG_RMA_RACE, put, get,
                      "No MPI_Win_wait and another MPI_Win_post of rank 1 between {0} and {1}: "
                      "both stand in one exposure epoch.");
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, put, store,
      "No MPI_Win_wait of rank 1 between {0} and {1}: its exposure epoch is open.");
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, get, store,
      "No MPI_Win_wait of rank 1 between {0} and {1}: its exposure epoch is open.");
  sim_free(s, w);
}

static int lock(struct sim *s, int rank, uint64_t w, int target, int exclusive,
                unsigned assertion) {
  struct event e = sim_event(EVENT_LOCK, rank, w);
  e.target = target;
  e.flag = (uint8_t)exclusive;
  e.assertion = assertion;
  return sim_call(s, &e);
}

static void locks(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  lock(s, 2, w, 1, 0, 0);
  int put = sim_put(s, 0, w, 1, 0, 4), get = sim_get(s, 2, w, 1, 0, 4);
  int store = sim_store(s, 1, BASE + 2, 1);
  sim_unlock_all(s, 0, w);
  sim_unlock(s, 2, w, 1);
  sim_expect_ordering(s, SLUG_RMA_RACE, put, get,
                      "No MPI_Win_flush(1) or MPI_Win_unlock_all of rank 0, and then a message "
                      "or barrier that lets rank 2 know, between {0} and {1}; and shared locks "
                      "keep nobody out.");
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, store,
                      "No MPI_Win_flush(1) or MPI_Win_unlock_all of rank 0, and then a message "
                      "or barrier that lets rank 1 know, between {0} and {1}; nor does rank 1 "
                      "lock its own window for {1}.");
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, get, store,
      "No MPI_Win_flush(1) or MPI_Win_unlock(1) of rank 2, and then a message or "
      "barrier that lets rank 1 know, between {0} and {1}; nor does rank 1 lock "
      "its own window for {1}.");
  sim_free(s, w);
}

static void nocheck(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  lock(s, 0, w, 1, 1, ASSERT_NOCHECK);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  lock(s, 2, w, 1, 1, ASSERT_NOCHECK);
  int get = sim_get(s, 2, w, 1, 0, 4);
  sim_unlock(s, 2, w, 1);
  sim_expect_ordering(
      s, SLUG_RMA_RACE, put, get,
      "No MPI_Win_flush(1) or MPI_Win_unlock(1) of rank 0, and then a message or "
      "barrier that lets rank 2 know, between {0} and {1}; and a lock with "
      "MPI_MODE_NOCHECK keeps nobody out.");
  sim_expect_two(s, SLUG_NOCHECK_UNORDERED, put, get);
  sim_message(s, 2, 0);
  lock(s, 0, w, 1, 1, ASSERT_NOCHECK); /* later than the other lock, and at other bytes */
  int first = sim_put(s, 0, w, 1, 9, 3);
  sim_message(s, 0, 2); /* too early */
  sim_unlock(s, 0, w, 1);
  lock(s, 2, w, 1, 0, 0);
  sim_expect_two(s, SLUG_NOCHECK_VIOLATED, first, sim_get(s, 2, w, 1, 17, 5));
  sim_unlock(s, 2, w, 1);
  sim_message(s, 2, 0);
  sim_lock_all(s, 0, w);
  sim_get(s, 0, w, 1, 32, 4);
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static const struct sim_window separate = {.model = MODEL_SEPARATE};

static void copies_of_update(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, &separate);
  sim_lock(s, 0, w, 1);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, BASE, 4);
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, load,
                      "No MPI_Win_sync (nor fence, wait or lock) of rank 1 between the "
                      "completion of {0} and {1}: the update is in the public copy only.");
  sim_free(s, w);
}

static void copies_of_store(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, &separate);
  int store = sim_store(s, 1, BASE, 4);
  sim_message(s, 1, 0);
  sim_lock(s, 0, w, 1);
  int get = sim_get(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, get, store,
                      "No MPI_Win_sync (nor post, fence or unlock) of rank 1 between {1} and "
                      "what lets rank 0 go on to {0}: the store is in the private copy only.");
  sim_free(s, w);
}

static void copies_apart(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, &separate);
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 0, 4), store = sim_store(s, 1, BASE + 8, 4);
  sim_fence_all(s, w, 0);
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, put, store,
      "Nothing completes {0} before {1}, nor the other way round. In the separate "
      "memory model one of them must be visible before the other starts, even at different "
      "bytes of "
      "the window.");
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, pending_buffer);
  SIM_RUN(2, pending_buffer_pscw);
  SIM_RUN(2, one_origin);
  SIM_RUN(2, one_origin_pscw);
  SIM_RUN(2, own_window);
  SIM_RUN(2, not_complete);
  SIM_RUN(2, not_complete_fence);
  SIM_RUN(2, not_complete_pscw);
  SIM_RUN(3, fences);
  SIM_RUN(3, noprecede);
  SIM_RUN(3, exposure);
  SIM_RUN(3, locks);
  SIM_RUN(3, nocheck);
  SIM_RUN(2, copies_of_update);
  SIM_RUN(2, copies_of_store);
  SIM_RUN(2, copies_apart);
  return sim_done();
}
