/* Calls that all ranks of the world must enter before any rank leaves them. */
#include "sim.h"

static struct event all_of(int rank) {
  return sim_event(EVENT_ALL, rank, 0);
}

static void all(struct sim *s, int ranks) {
  struct event e[SIM_RANKS];
  for (int r = 0; r < ranks; r++) {
    e[r] = all_of(r);
    sim_enter(s, &e[r]);
  }
  for (int r = 0; r < ranks; r++)
    sim_leave(s, &e[r]);
}

static void refuse(struct sim *s, int rank) {
  struct event e = all_of(rank);
  sim_fails(s);
  sim_call(s, &e);
}

/* The library has refused the call of one rank. That call does not count, but the next one
 * does. */
static void refused(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  refuse(s, 0);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_unlock_all(s, 0, w);
  all(s, 2);
  sim_load(s, 1, 0x10000, 4);
  sim_allow(s, SLUG_SEPARATE_RACE, put); /* because MPI_Win_sync is missing */
  sim_free(s, w);
}

/* A call that was refused orders nothing. */
static void refused_orders_nothing(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  int put = sim_put(s, 0, w, 1, 0, 4);
  sim_unlock_all(s, 0, w);
  refuse(s, 0);
  refuse(s, 1);
  int store = sim_store(s, 1, 0x10000, 4);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, store);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, refused);
  SIM_RUN(2, refused_orders_nothing);
  return sim_done();
}
