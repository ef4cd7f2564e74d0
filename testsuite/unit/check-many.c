/* Two lines are in conflict again and again. Each process counts the first thousand conflicts
 * and then skips all accesses of these lines at once. It must still find conflicts with other
 * lines among them. */
#include "include/basic.h"
#include "sim.h"

#define TURNS 1500
#define MOST 1000
enum { LINE_1A = 1000001, LINE_1B, LINE_2, LINE_LOAD, LINE_STORE };

static void put(struct sim *s, uint64_t w, int rank, uint32_t line) {
  struct event e = sim_event(EVENT_OP, rank, w);
  e.stack = line;
  e.target = 0;
  e.u.op.op = RMA_PUT;
  e.u.op.origin = sim_data(0x7000 + 64 * (uint64_t)rank, 4, 1, BASIC_UINT8_T);
  e.u.op.target = sim_data(0, 4, 1, BASIC_UINT8_T);
  sim_enter(s, &e);
}

static void operations(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  for (int r = 1; r < 4; r++)
    sim_lock_all(s, r, w);
  for (int i = 0; i < TURNS; i++) {
    put(s, w, 1, LINE_1A);
    sim_flush(s, 1, w, 0);
    put(s, w, 1, LINE_1B);
    sim_flush(s, 1, w, 0);
    put(s, w, 2, LINE_2);
    sim_flush(s, 2, w, 0);
  }
  sim_expect_two(s, SLUG_RMA_RACE, LINE_1A, LINE_2);
  sim_expect_two(s, SLUG_RMA_RACE, LINE_1B, LINE_2);
  int other = sim_put(s, 3, w, 0, 2, 4);
  sim_expect_two(s, SLUG_RMA_RACE, LINE_1A, other);
  sim_expect_two(s, SLUG_RMA_RACE, LINE_1B, other);
  sim_expect_two(s, SLUG_RMA_RACE, LINE_2, other);
  for (int r = 1; r < 4; r++)
    sim_unlock_all(s, r, w);
  sim_free(s, w);
  /* rank 2 is alone in its epoch, so its puts are joined into one access */
  sim_times(s, SLUG_RMA_RACE, 4 * MOST + 1);
}

static void load(struct sim *s, uint64_t address) {
  struct event e = sim_event_of(EVENT_ACCESS, CALL_Send, 0, 0);
  e.stack = LINE_LOAD;
  e.u.access.program = 1;
  e.u.access.data = sim_data(address, 4, 1, BASIC_UINT8_T);
  sim_enter(s, &e);
}

static void loads(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  for (int r = 0; r < 3; r++)
    sim_lock_all(s, r, w);
  for (int i = 0; i < TURNS; i++) {
    put(s, w, 1, LINE_1A);
    sim_flush(s, 1, w, 0);
    load(s, 0x10000);
    sim_sync(s, 0, w);
  }
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, LINE_1A, LINE_LOAD);
  int other = sim_load(s, 0, 0x10000, 4);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, LINE_1A, other);
  for (int r = 0; r < 3; r++)
    sim_unlock_all(s, r, w);
  sim_free(s, w);
  sim_times(s, SLUG_RMA_LOCAL_RACE, MOST + 1);
}

/* The same for stores and puts that have no byte in common. */
static void store(struct sim *s, uint64_t address) {
  struct event e = sim_event(EVENT_ACCESS, 0, 0);
  e.stack = LINE_STORE;
  e.u.access.store = e.u.access.program = 1;
  e.u.access.data = sim_data(address, 4, 1, BASIC_UINT8_T);
  sim_enter(s, &e);
}

static void apart(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  for (int r = 0; r < 3; r++)
    sim_lock_all(s, r, w);
  for (int i = 0; i < TURNS; i++) {
    store(s, 0x10000 + 8 + (uint64_t)(i % 97) * 8);
    sim_message(s, 0, 1);
    put(s, w, 1, LINE_1A);
    sim_flush(s, 1, w, 0);
    sim_message(s, 1, 0);
  }
  sim_expect_two(s, SLUG_SEPARATE_RACE, LINE_1A, LINE_STORE);
  int among =
      sim_store(s, 0, 0x10000 + 8 + 60 * 8, 4); /* far from the root of the interval tree */
  sim_expect_two(s, SLUG_SEPARATE_RACE, LINE_1A, among);
  int other = sim_put(s, 2, w, 0, 4, 4);
  sim_expect_two(s, SLUG_SEPARATE_RACE, other, among);
  sim_expect_two(s, SLUG_SEPARATE_RACE, other, LINE_STORE);
  sim_flush(s, 2, w, 0);
  for (int r = 0; r < 3; r++)
    sim_unlock_all(s, r, w);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(4, operations);
  SIM_RUN(3, loads);
  SIM_RUN(3, apart);
  return sim_done();
}
