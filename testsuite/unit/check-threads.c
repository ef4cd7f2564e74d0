/* Threads of one process that are told apart: what orders their operations and accesses. */
#include "sim.h"

/* The buffer of an operation that is over is used by a thread that does not know it. */
static void buffer_unordered(struct sim *s) {
  sim_two_threads(s);
  int site = sim_received(s, 1);
  sim_thread(s, 0, 0);
  int load = sim_load(s, 0, SIM_BUFFER, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, load, site);
}

static void buffer_joined(struct sim *s) {
  sim_two_threads(s);
  sim_received(s, 1);
  sim_ends(s, 0, 1);
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  sim_load(s, 0, SIM_BUFFER, 4);
}

/* The first thread knows what the second did before it waited, but not the wait. */
static void buffer_early(struct sim *s) {
  sim_two_threads(s);
  sim_thread(s, 0, 1);
  int site = sim_access(s, 0, 1, SIM_BUFFER, 8, 1);
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 1);
  sim_request(s, 0, EVENT_REQUEST_DONE, 1);
  sim_thread(s, 0, 0);
  int load = sim_load(s, 0, SIM_BUFFER, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, load, site);
}

/* Its memory was freed: what is there now is something else. */
static void buffer_freed(struct sim *s) {
  sim_two_threads(s);
  sim_received(s, 1);
  sim_freed(s, 0, SIM_BUFFER, 8);
  sim_thread(s, 0, 0);
  sim_load(s, 0, SIM_BUFFER, 4);
}

/* A third thread hands on what it has learned. */
static void buffer_by_third(struct sim *s) {
  sim_two_threads(s);
  sim_begins(s, 0, 2, 0);
  sim_received(s, 1);
  sim_learns(s, 0, 2, 1);
  sim_learns(s, 0, 0, 2);
  sim_thread(s, 0, 0);
  sim_load(s, 0, SIM_BUFFER, 4);
}

/* Two plain accesses are no matter of MPI. */
static void plain(struct sim *s) {
  sim_two_threads(s);
  sim_create(s, NULL);
  sim_thread(s, 0, 1);
  sim_store(s, 0, 0x10000, 8);
  sim_thread(s, 0, 0);
  sim_store(s, 0, 0x10000, 8);
}

/* A put of one thread, completed by it, and the next of another. */
static void two_puts(struct sim *s, int learns) {
  uint64_t w = sim_create(s, NULL);
  sim_two_threads(s);
  sim_lock_all(s, 0, w);
  sim_learns(s, 0, 1, 0);
  sim_thread(s, 0, 1);
  int first = sim_put(s, 0, w, 1, 0, 8);
  sim_flush(s, 0, w, 1);
  if (learns)
    sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  int second = sim_put(s, 0, w, 1, 4, 8);
  if (!learns)
    sim_expect_two(s, SLUG_RMA_RACE, second, first);
  sim_learns(s, 0, 0, 1);
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static void puts_unordered(struct sim *s) {
  two_puts(s, 0);
}

static void puts_ordered(struct sim *s) {
  two_puts(s, 1);
}

/* One thread puts in the epoch that another one opens and ends. */
static void epoch_of_other(struct sim *s, int learns) {
  uint64_t w = sim_create(s, NULL);
  sim_two_threads(s);
  int opened = sim_lock_all(s, 0, w);
  if (learns)
    sim_learns(s, 0, 1, 0);
  sim_thread(s, 0, 1);
  int put = sim_put(s, 0, w, 1, 0, 8);
  if (learns)
    sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  int ended = sim_unlock_all(s, 0, w);
  if (!learns) {
    sim_expect_two(s, SLUG_OP_OUTSIDE_EPOCH, put, opened);
    sim_expect_two(s, SLUG_OP_OUTSIDE_EPOCH, put, ended);
  }
  sim_free(s, w);
}

static void epoch_unordered(struct sim *s) {
  epoch_of_other(s, 0);
}

static void epoch_ordered(struct sim *s) {
  epoch_of_other(s, 1);
}

/* A thread knows that an operation of another process is complete, and the one that loads does
 * not learn it. */
static void load_by_other(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_two_threads(s);
  sim_lock_all(s, 1, w);
  int put = sim_put(s, 1, w, 0, 0, 8);
  sim_flush(s, 1, w, 0);
  sim_message(s, 1, 0);
  sim_thread(s, 0, 1);
  int load = sim_load(s, 0, 0x10000, 8);
  sim_expect_ordering(
      s, SLUG_RMA_LOCAL_RACE, put, load,
      "Thread 0 of rank 0 knows that the operation of {0} is complete, but there is "
      "no join, mutex that both lock, barrier or the like by which thread 1 knows, "
      "too, before {1}.");
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  sim_unlock_all(s, 1, w);
  sim_free(s, w);
}

/* The message of one thread says nothing of what another one does. */
static void message_of(struct sim *s, int thread) {
  uint64_t w = sim_create(s, NULL);
  sim_two_threads(s);
  sim_lock_all(s, 0, w);
  sim_learns(s, 0, 1, 0);
  sim_thread(s, 0, 1);
  int put = sim_put(s, 0, w, 1, 0, 8);
  sim_flush(s, 0, w, 1);
  sim_thread(s, 0, thread);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, 0x10000, 8);
  if (!thread)
    sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, load);
  else
    sim_allow(s, SLUG_SEPARATE_RACE, put);
  sim_thread(s, 0, 1);
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static void message_of_other(struct sim *s) {
  message_of(s, 0);
}

static void message_of_same(struct sim *s) {
  message_of(s, 1);
}

/* A thread of the target receives the message, another one loads. */
static void message_to(struct sim *s, int learns) {
  uint64_t w = sim_create(s, NULL);
  sim_races(s);
  sim_begins(s, 1, 1, 0);
  sim_lock_all(s, 0, w);
  int put = sim_put(s, 0, w, 1, 0, 8);
  sim_flush(s, 0, w, 1);
  sim_message(s, 0, 1);
  if (learns)
    sim_learns(s, 1, 1, 0);
  sim_thread(s, 1, 1);
  int load = sim_load(s, 1, 0x10000, 8);
  if (!learns)
    sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, load);
  else
    sim_allow(s, SLUG_SEPARATE_RACE, put);
  sim_thread(s, 1, 0);
  sim_learns(s, 1, 0, 1);
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static void message_to_other(struct sim *s) {
  message_to(s, 0);
}

static void message_to_known(struct sim *s) {
  message_to(s, 1);
}

/* What all ranks did before a call in which they met is known to all of them; so is what a
 * joined thread did. */
static void met(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_two_threads(s);
  sim_lock_all(s, 0, w);
  sim_learns(s, 0, 1, 0);
  sim_thread(s, 0, 1);
  sim_put(s, 0, w, 1, 0, 8);
  sim_flush(s, 0, w, 1);
  sim_ends(s, 0, 1);
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  sim_unlock_all(s, 0, w);
  sim_fence_all(s, w, 0);
  sim_load(s, 1, 0x10000, 8);
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, 1, 0, 8);
  sim_fence_all(s, w, 0);
  sim_load(s, 1, 0x10000, 8);
  sim_free(s, w);
}

/* Threads come and go: each has a slot only as long as somebody can ask. */
static void many(struct sim *s) {
  sim_races(s);
  for (int i = 0; i < SIM_THREADS - 1; i++) {
    int thread = 1 + i;
    sim_begins(s, 0, thread, 0);
    sim_thread(s, 0, thread);
    sim_access(s, 0, 1, SIM_BUFFER, 8, (uint64_t)i + 1);
    sim_request(s, 0, EVENT_REQUEST_DONE, (uint64_t)i + 1);
    sim_ends(s, 0, thread);
    sim_learns(s, 0, 0, thread);
    sim_thread(s, 0, 0);
    sim_load(s, 0, SIM_BUFFER, 8);
  }
}

/* Rank 1 hears that the first thread of rank 0 knows of its load. It must keep the load for the
 * thread that began before that one knew. */
static void begun_before(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_races(s);
  sim_lock_all(s, 1, w);
  int load = sim_load(s, 1, 0x10000, 8);
  sim_begins(s, 0, 1, 0);
  for (int i = 0; i < 400; i++) {
    sim_load(s, 1, 0x10200 + (uint64_t)i % 64 * 8, 4);
    sim_thread(s, 0, 0);
    sim_message(s, 1, 0);
    sim_message(s, 0, 1);
    sim_deliver(s);
  }
  sim_thread(s, 0, 1);
  sim_lock_all(s, 0, w);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, sim_put(s, 0, w, 1, 0, 8), load);
  sim_unlock_all(s, 0, w);
  sim_learns(s, 0, 0, 1);
  sim_thread(s, 0, 0);
  sim_unlock_all(s, 1, w);
  sim_free(s, w);
}

/* Two threads are in a call at once: the first enters it, the second makes it, the first
 * leaves. */
static int twice_at_once(struct sim *s, struct event first, struct event second) {
  sim_thread(s, first.rank, 0);
  sim_enter(s, &first);
  sim_thread(s, first.rank, 1);
  sim_fails(s);
  int site = sim_call(s, &second);
  sim_thread(s, first.rank, 0);
  sim_leave(s, &first);
  return site;
}

static struct event lock_of(uint64_t w, int kind, int target) {
  struct event e = sim_event(kind, 0, w);
  e.target = target;
  return e;
}

/* The first call has not returned. What the threads do after both is no second mistake. */
static void locks_at_once(struct sim *s) {
  sim_concurrent(s);
  sim_two_threads(s);
  uint64_t w = sim_create(s, NULL);
  for (int all = 0; all < 2; all++) {
    struct event one = lock_of(w, EVENT_LOCK, 1),
                 other = lock_of(w, all ? EVENT_LOCK_ALL : EVENT_LOCK, all ? -1 : 1);
    sim_expect(s, SLUG_LOCK_TWICE, twice_at_once(s, one, other));
    sim_put(s, 0, w, 1, 0, 4);
    sim_unlock(s, 0, w, 1);
    if (all)
      sim_unlock_all(s, 0, w);
    else
      sim_unlock(s, 0, w, 1);
  }
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_put(s, 0, w, 1, 0, 4));
  sim_free(s, w);
}

static void locks_of_two(struct sim *s) {
  sim_concurrent(s);
  sim_two_threads(s);
  uint64_t w = sim_create(s, NULL);
  struct event first = lock_of(w, EVENT_LOCK, 1);
  sim_enter(s, &first);
  sim_thread(s, 0, 1);
  sim_lock(s, 0, w, 0);
  sim_unlock(s, 0, w, 0);
  sim_thread(s, 0, 0);
  sim_leave(s, &first);
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
}

/* Wrong, but who leaves first must not wait for what others send only in the next call. */
static void fences_at_once(struct sim *s) {
  sim_concurrent(s);
  sim_begins(s, 0, 1, 0);
  sim_begins(s, 1, 1, 0);
  uint64_t w = sim_create(s, NULL);
  struct event fence[2][2];
  for (int r = 0; r < 2; r++)
    for (int t = 0; t < 2; t++) {
      fence[r][t] = sim_event(EVENT_FENCE, r, w);
      sim_thread(s, r, t);
      sim_enter(s, &fence[r][t]);
    }
  sim_deliver(s);
  for (int r = 0; r < 2; r++)
    for (int t = 0; t < 2; t++) {
      struct event left = fence[r][t];
      left.phase = EVENT_LEAVE;
      left.ok = 1;
      if (check_lacks(sim_check(s, r), &left) >= 0)
        sim_expect(s, SLUG_DEADLOCK, 0); /* fails, as nobody tells of it */
      sim_thread(s, r, t);
      sim_leave(s, &fence[r][t]);
    }
  sim_free(s, w);
}

/* Another thread has loaded from the window, and the one that calls MPI does not know. */
static void fence_beside(struct sim *s) {
  sim_two_threads(s);
  uint64_t w = sim_create(s, NULL);
  sim_thread(s, 0, 1);
  int load = sim_load(s, 0, 0x10000, 8);
  sim_thread(s, 0, 0);
  sim_fence_all(s, w, 0);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, sim_put(s, 1, w, 0, 0, 8), load);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

static void fence_after(struct sim *s) {
  sim_two_threads(s);
  uint64_t w = sim_create(s, NULL);
  sim_thread(s, 0, 1);
  sim_load(s, 0, 0x10000, 8);
  sim_thread(s, 0, 0);
  sim_learns(s, 0, 0, 1);
  for (int i = 0; i < 100; i++)
    sim_fence_all(s, w, 0);
  sim_put(s, 1, w, 0, 0, 8);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

/* A call that takes a number, but is no event of rank 0. */
static uint64_t turn(struct sim *s) {
  struct event e = sim_event(EVENT_THREAD, 1, 0);
  sim_enter(s, &e);
  return e.seq;
}

static int serialized(struct sim *s, uint64_t turn) {
  sim_thread(s, 0, 0);
  struct event e = sim_event_of(EVENT_MISUSE, CALL_Comm_size, 0, 0);
  e.u.misuse = (struct event_misuse){.what = MISUSE_THREADS_UNORDERED,
                                     .call = CALL_Comm_rank,
                                     .thread = 1,
                                     .value = (int64_t)turn};
  sim_enter(s, &e);
  return (int)e.stack;
}

/* The other thread has told nothing yet. */
static void turn_of_new(struct sim *s) {
  sim_races(s);
  struct event e = sim_event(EVENT_THREAD, 0, 0);
  sim_enter(s, &e);
  sim_expect(s, SLUG_THREAD_LEVEL, serialized(s, e.seq + 1));
}

/* A message by way of another process orders the threads' calls. */
static void turns_by_message(struct sim *s) {
  sim_concurrent(s);
  sim_two_threads(s);
  uint64_t last = 0;
  for (int i = 0; i < 50; i++)
    last = turn(s);
  sim_thread(s, 0, 1);
  sim_message(s, 0, 1);
  sim_thread(s, 0, 0);
  sim_message(s, 1, 0);
  serialized(s, last);
}

int main(void) {
  SIM_RUN(2, locks_at_once);
  SIM_RUN(2, locks_of_two);
  SIM_RUN(2, fences_at_once);
  SIM_RUN(2, begun_before);
  SIM_RUN(2, fence_beside);
  SIM_RUN(2, fence_after);
  SIM_RUN(1, turn_of_new);
  SIM_RUN(2, turns_by_message);
  SIM_RUN(1, buffer_unordered);
  SIM_RUN(1, buffer_joined);
  SIM_RUN(1, buffer_early);
  SIM_RUN(1, buffer_freed);
  SIM_RUN(1, buffer_by_third);
  SIM_RUN(1, plain);
  SIM_RUN(2, puts_unordered);
  SIM_RUN(2, epoch_unordered);
  SIM_RUN(2, epoch_ordered);
  SIM_RUN(2, load_by_other);
  SIM_RUN(2, puts_ordered);
  SIM_RUN(2, message_of_other);
  SIM_RUN(2, message_of_same);
  SIM_RUN(2, message_to_other);
  SIM_RUN(2, message_to_known);
  SIM_RUN(2, met);
  SIM_RUN(1, many);
  return sim_done();
}
