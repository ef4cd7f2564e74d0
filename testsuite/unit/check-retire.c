/* Past accesses are forgotten when all ranks know of them, although some ranks only make
 * barriers. */
#include "include/basic.h"
#include "sim.h"

#define TURNS 3000

static void all(struct sim *s, int ranks) {
  struct event e[SIM_RANKS];
  for (int r = 0; r < ranks; r++) {
    e[r] = sim_event(EVENT_ALL, r, 0);
    sim_enter(s, &e[r]);
  }
  for (int r = 0; r < ranks; r++)
    sim_leave(s, &e[r]);
}

/* Runs `turn` again and again; the second half of the turns must need no more memory. */
static void grows_not(struct sim *s, uint64_t w, void (*turn)(struct sim *, uint64_t, int)) {
  size_t half = 0, end;
  for (int i = 0; i < TURNS; i++) {
    turn(s, w, i);
    sim_deliver(s);
    if (i == TURNS / 2)
      half = sim_memory();
  }
  end = sim_memory();
  if (end > half + (96 << 10)) {
    sim_note("%zu bytes more", end - half);
    sim_expect(s, SLUG_WIN_NULL, 1); /* fails */
  }
  for (int r = 0; r < 2; r++)
    if (check_gaps(sim_check(s, r)).lost)
      sim_expect(s, SLUG_WIN_NULL, 1);
}

/* Rank 0 puts to rank 1; the others make barriers only. */
static void put_and_barrier(struct sim *s, uint64_t w, int turn) {
  sim_lock_all(s, 0, w);
  sim_put(s, 0, w, 1, turn % 61 * 8, 4);
  sim_put(s, 0, w, 1, 512 + turn % 53 * 8, 4);
  sim_unlock_all(s, 0, w);
  all(s, 5);
  sim_lock_all(s, 1, w);
  sim_load(s, 1, 0x10000 + (uint64_t)(turn % 61) * 8, 4);
  sim_unlock_all(s, 1, w);
  all(s, 5);
}

static void barriers(struct sim *s) {
  sim_races(s);
  grows_not(s, sim_create(s, NULL), put_and_barrier);
}

static void put_and_fence(struct sim *s, uint64_t w, int turn) {
  sim_put(s, 0, w, 1, turn % 61 * 8, 4);
  sim_fence_all(s, w, 0);
}

static void fences(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, ASSERT_NOPRECEDE);
  grows_not(s, w, put_and_fence);
}

/* One line stores again and again, and no call publishes these stores. Only the last store to
 * each place need be kept. */
#define LINE 1000000
static void store_and_barrier(struct sim *s, uint64_t w, int turn) {
  struct event e = sim_event(EVENT_ACCESS, 1, 0);
  (void)w;
  e.stack = LINE;
  e.u.access.store = e.u.access.program = 1;
  e.u.access.data = sim_data(0x10000 + (uint64_t)(turn % 61) * 8, 4, 1, BASIC_UINT8_T);
  sim_enter(s, &e);
  all(s, 3);
}

static void unpublished(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, &(struct sim_window){.model = MODEL_SEPARATE});
  sim_lock_all(s, 1, w);
  grows_not(s, w, store_and_barrier);
  sim_unlock_all(s, 1, w);
  sim_free(s, w);
}

/* A thread of rank 0 has ended: what it did not know is not kept for it. */
static void thread_then_messages(struct sim *s, uint64_t w, int turn) {
  (void)w;
  if (!turn) {
    sim_begins(s, 0, 1, 0);
    sim_thread(s, 0, 1);
    sim_message(s, 0, 1);
    sim_ends(s, 0, 1);
    sim_learns(s, 0, 0, 1);
    sim_thread(s, 0, 0);
  }
  sim_load(s, 1, 0x10000 + (uint64_t)(turn % 61) * 8, 4);
  sim_message(s, 1, 0);
  sim_message(s, 0, 1);
}

static void thread_ended(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 1, w);
  grows_not(s, w, thread_then_messages);
  sim_unlock_all(s, 1, w);
}

/* The target may hear late of an operation that was issued before many barriers. So it must
 * keep what that operation can be in conflict with. */
static void told_late(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  int store = sim_store(s, 1, 0x10000, 4), put = sim_put(s, 0, w, 1, 0, 4);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, store);
  for (int i = 0; i < 400; i++) {
    sim_load(s, 1, 0x10200 + (uint64_t)i % 64 * 8, 4);
    all(s, 3);
  }
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
  sim_free(s, w);
}

/* A put of some integers by a certain line, and its completion. */
static void put_ints(struct sim *s, int rank, uint64_t w, int line, int target, int64_t disp,
                     int count) {
  struct event e = sim_event(EVENT_OP, rank, w);
  e.stack = (uint32_t)line;
  e.target = target;
  e.u.op = (struct event_op){.op = RMA_PUT, .disp = disp};
  e.u.op.origin = sim_data(0x7000, count, 4, BASIC_INT);
  e.u.op.target = sim_data(0, count, 4, BASIC_INT);
  sim_enter(s, &e);
  sim_flush(s, rank, w, target);
}

static void put_done(struct sim *s, int rank, uint64_t w, int line, int target, int64_t disp) {
  put_ints(s, rank, w, line, target, disp, 1);
}

/* Both learn from each other between the puts of one line: the newest takes the place of the
 * one before as soon as it has come, since all that it knows of is known here. */
static void one_for_each_place(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  size_t before = 0;
  sim_lock_all(s, 0, w);
  for (int i = 0; i < 64; i++) {
    put_done(s, 0, w, LINE, 1, i % 4 * 8);
    sim_message(s, 0, 1);
    sim_message(s, 1, 0);
    sim_deliver(s);
    before = i == 12 ? sim_memory() : before;
  }
  size_t more = sim_memory() - before;
  sim_ok(more < 8000, "fifty puts to four places are kept as four");
  sim_unlock_all(s, 0, w);
}

/* The put of rank 2 comes before the second one of rank 1, but may arrive after it. */
static void heard_of_before_it_came(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 1, w);
  sim_lock_all(s, 2, w);
  put_done(s, 1, w, LINE, 0, 0);
  sim_message(s, 1, 0);
  sim_message(s, 2, 0);
  sim_deliver(s);
  int other = sim_put(s, 2, w, 0, 0, 4);
  sim_flush(s, 2, w, 0);
  sim_expect_two(s, SLUG_RMA_RACE, LINE, other);
  sim_message(s, 2, 1);
  put_done(s, 1, w, LINE, 0, 0);
  sim_message(s, 1, 0);
  sim_unlock_all(s, 1, w);
  sim_unlock_all(s, 2, w);
}

/* The same, heard of by way of rank 3; nothing of rank 2 has come when the second put of rank 1
 * does. */
static void heard_of_by_another(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 1, w);
  sim_lock_all(s, 2, w);
  put_done(s, 1, w, LINE, 0, 0);
  int other = sim_put(s, 2, w, 0, 0, 4);
  sim_flush(s, 2, w, 0);
  sim_expect_two(s, SLUG_RMA_RACE, LINE, other);
  sim_message(s, 2, 3);
  sim_message(s, 3, 1);
  put_done(s, 1, w, LINE, 0, 0);
  put_done(s, 1, w, LINE, 0, 0);
  sim_unlock_all(s, 1, w);
  sim_unlock_all(s, 2, w);
}

static void hear_each_other(struct sim *s) {
  sim_message(s, 0, 1);
  sim_message(s, 1, 0);
  sim_deliver(s);
}

/* After another line, or of more bytes, the one before stays. */
static void not_alike(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  put_done(s, 0, w, LINE, 1, 0);
  hear_each_other(s);
  put_done(s, 0, w, LINE + 1, 1, 0);
  put_ints(s, 0, w, LINE + 2, 1, 8, 2);
  hear_each_other(s);
  put_ints(s, 0, w, LINE + 2, 1, 8, 1);
  hear_each_other(s);
  int first = sim_put(s, 2, w, 1, 0, 4);
  sim_expect_two(s, SLUG_RMA_RACE, LINE, first);
  sim_expect_two(s, SLUG_RMA_RACE, LINE + 1, first);
  sim_expect_two(s, SLUG_RMA_RACE, LINE + 2, sim_put(s, 2, w, 1, 12, 4));
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

int main(void) {
  SIM_RUN(5, barriers);
  SIM_RUN(5, fences);
  SIM_RUN(3, unpublished);
  SIM_RUN(2, thread_ended);
  SIM_RUN(3, told_late);
  SIM_RUN(2, one_for_each_place);
  SIM_RUN(3, heard_of_before_it_came);
  SIM_RUN(4, heard_of_by_another);
  SIM_RUN(3, not_alike);
  return sim_done();
}
