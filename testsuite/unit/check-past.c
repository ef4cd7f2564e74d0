/* Buffers that are over, although some thread of the process does not know it. */
#include "include/basic.h"
#include "sim.h"

/* Four lines of thread 1 take turns at one place meanwhile, each at a few or at all bytes. */
static void among_lines(struct sim *s) {
  sim_two_threads(s);
  int site = sim_received(s, 1);
  for (uint32_t i = 0; i < 20000; i++) {
    struct event e = sim_event_of(EVENT_ACCESS, CALL_Send, 0, 0);
    e.stack = 1000 + i % 4;
    e.u.access.program = 1;
    e.u.access.data = sim_data(SIM_BUFFER + 4096, i % 8 < 4 ? 4 : 8, 1, BASIC_UINT8_T);
    sim_enter(s, &e);
  }
  sim_thread(s, 0, 0);
  int load = sim_load(s, 0, SIM_BUFFER, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, load, site);
}

/* A line has received into every other element, and then into every fourth. */
static void sparser(struct sim *s) {
  sim_two_threads(s);
  sim_thread(s, 0, 1);
  for (int turn = 0; turn < 2; turn++) {
    struct event_run run = {SIM_BUFFER, 8, turn ? 32 : 16, turn ? 2 : 3};
    struct event e = sim_event_of(EVENT_ACCESS, CALL_Recv, 0, 0);
    e.stack = 1000;
    struct event_data data = sim_data(SIM_BUFFER, 40, 1, BASIC_UINT8_T);
    data.run = &run;
    data.runs = 1;
    e.u.access = (struct event_access){.store = 1, .request = 1 + (uint64_t)turn, .data = data};
    sim_enter(s, &e);
    sim_request(s, 0, EVENT_REQUEST_DONE, 1 + (uint64_t)turn);
  }
  sim_thread(s, 0, 0);
  int load = sim_load(s, 0, SIM_BUFFER + 16, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, load, 1000);
}

/* Returns whether rank 0 keeps the receive. */
static int keeps(struct sim *s) {
  return check_past(sim_check(s, 0), SIM_BUFFER, SIM_BUFFER + 8);
}

static void expect_kept(struct sim *s, int kept) {
  if (keeps(s) != kept)
    sim_expect(s, SLUG_WIN_NULL, 1); /* fails */
}

/* The last thread learns that it is over. */
static void all_learn(struct sim *s) {
  sim_two_threads(s);
  sim_begins(s, 0, 2, 0);
  sim_received(s, 1);
  expect_kept(s, 1);
  sim_learns_all(s, 0, 0, 1);
  expect_kept(s, 1);
  sim_learns_all(s, 0, 2, 0);
  expect_kept(s, 0);
}

/* There may be a thread of which the checker has not heard, and which does not know. */
static void another_comes(struct sim *s) {
  sim_two_threads(s);
  int site = sim_received(s, 1);
  sim_learns(s, 0, 0, 1);
  expect_kept(s, 1);
  sim_begins(s, 0, 2, -1);
  sim_thread(s, 0, 2);
  int load = sim_load(s, 0, SIM_BUFFER, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, load, site);
}

/* Both threads have received, and each knows of the other. */
static void two_learn(struct sim *s) {
  sim_two_threads(s);
  sim_received(s, 1);
  sim_thread(s, 0, 0);
  sim_access(s, 0, 1, SIM_BUFFER + 64, 8, 2);
  sim_request(s, 0, EVENT_REQUEST_DONE, 2);
  sim_learns_all(s, 0, 0, 1);
  expect_kept(s, 1);
  sim_learns_all(s, 0, 1, 0);
  expect_kept(s, 0);
  sim_thread(s, 0, 1);
  sim_load(s, 0, SIM_BUFFER + 64, 8);
}

/* The bounds of what is in use are those of what is kept. */
static void bounds(struct sim *s) {
  int64_t lo, hi;
  sim_two_threads(s);
  sim_received(s, 1);
  check_in_use(sim_check(s, 0), &lo, &hi);
  if (lo != SIM_BUFFER || hi != SIM_BUFFER + 8)
    sim_expect(s, SLUG_WIN_NULL, 1);
  sim_learns_all(s, 0, 0, 1);
  check_in_use(sim_check(s, 0), &lo, &hi);
  if (lo < hi)
    sim_expect(s, SLUG_WIN_NULL, 1);
}

static void count_bytes(void *bytes, const struct event_run *run, enum watch what) {
  *(int64_t *)bytes += what == WATCH_WRITTEN ? run->length : 0;
}

/* What is freed is looked for among the buffer and what the program has stored there; watched
 * is the buffer alone, because two accesses of the program are not compared. */
static void listed(struct sim *s) {
  struct used_bytes list[4];
  int64_t bytes = 0;
  sim_two_threads(s);
  sim_received(s, 1);
  sim_store(s, 0, SIM_BUFFER + 64, 4);
  if (check_in_use_list(sim_check(s, 0), list, 4) != 2 ||
      check_in_use_list(sim_check(s, 0), list, 1) != -1)
    sim_expect(s, SLUG_WIN_NULL, 1);
  check_watched(sim_check(s, 0), 0, &bytes, count_bytes);
  if (bytes != 8)
    sim_expect(s, SLUG_WIN_NULL, 1);
}

int main(void) {
  SIM_RUN(1, among_lines);
  SIM_RUN(1, sparser);
  SIM_RUN(1, all_learn);
  SIM_RUN(1, another_comes);
  SIM_RUN(1, two_learn);
  SIM_RUN(1, bounds);
  SIM_RUN(1, listed);
  return sim_done();
}
