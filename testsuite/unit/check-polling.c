/* Loads that poll a location: which findings they make, and which accesses a polled flag
 * orders. */
#include "sim.h"

#define BASE 0x10000

/* Loads 4 bytes. `program` has further bits of enum program. */
static int look(struct sim *s, int rank, uint64_t address, int program, uint64_t since) {
  struct event e = sim_event_of(EVENT_ACCESS, CALL_LOAD, rank, 0);
  e.u.access.program = (uint8_t)(PROGRAM_ACCESS | program);
  e.u.access.since = since;
  e.u.access.data = sim_data(address, 1, 4, 0);
  sim_enter(s, &e);
  return sim_site(s);
}

static uint64_t create(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  return w;
}

static void over(struct sim *s, uint64_t w) {
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static void first_look(struct sim *s) {
  uint64_t w = create(s);
  look(s, 1, BASE, 0, 0);
  look(s, 1, BASE, PROGRAM_POLLS | PROGRAM_POLLED, 0);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
}

static void look_of_old(struct sim *s) {
  uint64_t w = create(s);
  int first = look(s, 1, BASE, 0, 0);
  look(s, 1, BASE, PROGRAM_POLLS | PROGRAM_POLLED, UINT64_MAX);
  int put = sim_put(s, 0, w, 1, 0, 4);
  over(s, w);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, first);
  sim_allow(s, SLUG_POLLED, put);
}

static void data_before_flag(struct sim *s) {
  uint64_t w = create(s);
  sim_put(s, 0, w, 1, 8, 4);
  sim_flush(s, 0, w, 1);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_flush(s, 0, w, 1);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  sim_load(s, 1, BASE + 8, 4);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
}

static void data_not_complete(struct sim *s) {
  uint64_t w = create(s);
  int data = sim_put(s, 0, w, 1, 8, 4), put = sim_put(s, 0, w, 1, 0, 4);
  sim_flush(s, 0, w, 1);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  int load = sim_load(s, 1, BASE + 8, 4);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, data, load);
}

static void data_before_look(struct sim *s) {
  uint64_t w = create(s);
  int data = sim_put(s, 0, w, 1, 8, 4);
  sim_flush(s, 0, w, 1);
  int put = sim_put(s, 0, w, 1, 0, 4);
  int load = sim_load(s, 1, BASE + 8, 4);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, data, load);
}

/* The flag does not tell that a third rank has completed its put. */
static void data_of_another(struct sim *s) {
  uint64_t w = create(s);
  sim_lock_all(s, 2, w);
  int data = sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_flush(s, 0, w, 1);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  int load = sim_load(s, 1, BASE + 8, 4);
  sim_unlock_all(s, 2, w);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, data, load);
}

/* But it does if the third rank had told the one that put the flag. */
static void data_of_known(struct sim *s) {
  uint64_t w = create(s);
  sim_lock_all(s, 2, w);
  sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  sim_message(s, 2, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_flush(s, 0, w, 1);
  look(s, 1, BASE, PROGRAM_POLLS, 0);
  sim_load(s, 1, BASE + 8, 4);
  sim_unlock_all(s, 2, w);
  over(s, w);
  sim_expect(s, SLUG_POLLED, put);
}

/* Each rank puts data and a flag to the other one and then polls its own flag, by turns. What
 * one has learnt from the other must not come back as if it were new. */
static void answered(struct sim *s) {
  uint64_t w = create(s);
  sim_lock_all(s, 1, w);
  int flag[6];
  for (int i = 0; i < 6; i++) {
    int from = i % 2, to = 1 - from;
    sim_put(s, from, w, to, 8, 4);
    sim_flush(s, from, w, to);
    flag[i] = sim_put(s, from, w, to, 0, 4);
    sim_flush(s, from, w, to);
    look(s, to, BASE, PROGRAM_POLLS, 0);
    sim_load(s, to, BASE + 8, 4);
  }
  int late = sim_put(s, 0, w, 1, 8, 4);
  int bad = sim_load(s, 1, BASE + 8, 4);
  sim_unlock_all(s, 1, w);
  over(s, w);
  sim_expect(s, SLUG_POLLED, flag[0]);
  for (int i = 1; i < 6; i++)
    sim_allow(s, SLUG_POLLED, flag[i]); /* an earlier look may have seen a later flag */
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, late, bad);
}

int main(void) {
  SIM_RUN(2, first_look);
  SIM_RUN(2, look_of_old);
  SIM_RUN(2, data_before_flag);
  SIM_RUN(2, data_not_complete);
  SIM_RUN(2, data_before_look);
  SIM_RUN(3, data_of_another);
  SIM_RUN(3, data_of_known);
  SIM_RUN(2, answered);
  return sim_done();
}
