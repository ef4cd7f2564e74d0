/* Loads and stores of memory that processes share may be in conflict with operations, with
 * those of the owner and with each other. */
#include <string.h>
#include "sim.h"

#define BASE 0x10000

static const struct sim_window usual = {.flavor = FLAVOR_SHARED};

static uint64_t create(struct sim *s) {
  sim_races(s);
  return sim_create(s, &usual);
}

static void sync_all(struct sim *s, uint64_t w) {
  sim_fence_all(s, w, 0);
}

static void put_and_load(struct sim *s) {
  uint64_t w = create(s);
  sync_all(s, w);
  int put = sim_put(s, 1, w, 1, 0, 4), load = sim_load(s, 0, sim_shared(0, 1) + 2, 4);
  sync_all(s, w);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, load);
  sim_load(s, 0, sim_shared(0, 1) + 2, 4);
  sync_all(s, w);
  put = sim_put(s, 2, w, 1, 0, 4), load = sim_store(s, 0, sim_shared(0, 1), 1);
  sim_load(s, 0, sim_shared(0, 1) + 4, 4);
  sim_load(s, 0, sim_shared(0, 2), 4);
  sync_all(s, w);
  sim_expect_ordering(s, SLUG_RMA_LOCAL_RACE, put, load,
                      "No MPI_Win_fence that completes the operation between {0} and {1}.");
  sim_free(s, w);
}

static void owner_and_other(struct sim *s) {
  uint64_t w = create(s);
  int mine = sim_store(s, 1, BASE + 8, 8), theirs = sim_load(s, 0, sim_shared(0, 1) + 12, 4);
  sim_expect_ordering(
      s, SLUG_SHARED_RACE, theirs, mine,
      "No message, barrier or other call lets rank 1 know of {0} before {1}, nor "
      "rank 0 of {1} before {0}.");
  sim_message(s, 1, 0);
  sim_expect_two(s, SLUG_SYNC_MISSING, mine, sim_load(s, 0, sim_shared(0, 1) + 12, 4));
  sim_message(s, 0, 1);
  sim_store(s, 1, BASE + 12, 4);
  sync_all(s, w);
  theirs = sim_store(s, 2, sim_shared(2, 1), 4);
  sim_message(s, 1, 2); /* in the wrong direction */
  mine = sim_load(s, 1, BASE, 1);
  sim_expect_two(s, SLUG_SHARED_RACE, mine, theirs);
  sim_free(s, w);
}

static void two_others(struct sim *s) {
  uint64_t w = create(s);
  int one = sim_store(s, 0, sim_shared(0, 2), 4),
      two = sim_store(s, 1, sim_shared(1, 2) + 3, 4);
  sim_expect_two(s, SLUG_SHARED_RACE, one, two);
  sim_load(s, 0, sim_shared(0, 2) + 40, 4);
  sim_load(s, 1, sim_shared(1, 2) + 40, 4);
  sync_all(s, w);
  one = sim_store(s, 0, sim_shared(0, 2), 4);
  sim_message(s, 0, 1);
  two = sim_store(s, 1, sim_shared(1, 2), 4);
  sim_expect_two(s, SLUG_SYNC_MISSING, one, two);
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

static int under_lock(struct sim *s, int rank, uint64_t w, int locked, int exclusive,
                      uint64_t address) {
  lock(s, rank, w, locked, exclusive, 0);
  int site = sim_store(s, rank, address, 4);
  sim_unlock(s, rank, w, locked);
  return site;
}

static void locks(struct sim *s) {
  uint64_t w = create(s);
  under_lock(s, 0, w, 1, 1, sim_shared(0, 1));
  under_lock(s, 1, w, 1, 1, BASE);
  under_lock(s, 2, w, 1, 1, sim_shared(2, 1));
  sync_all(s, w);
  /* any lock excludes here, also one on other memory */
  under_lock(s, 0, w, 0, 1, sim_shared(0, 1));
  under_lock(s, 1, w, 0, 1, BASE);
  under_lock(s, 2, w, 0, 1, sim_shared(2, 1));
  sync_all(s, w);
  int one = under_lock(s, 0, w, 1, 0, sim_shared(0, 1)), two = under_lock(s, 1, w, 1, 0, BASE);
  sim_expect_two(s, SLUG_SHARED_RACE, one, two);
  sync_all(s, w);
  one = under_lock(s, 0, w, 0, 1, sim_shared(0, 1)), two = under_lock(s, 1, w, 1, 1, BASE);
  sim_expect_two(s, SLUG_SHARED_RACE, one, two);
  sync_all(s, w);
  lock(s, 0, w, 1, 1, ASSERT_NOCHECK);
  one = sim_store(s, 0, sim_shared(0, 1), 4);
  sim_unlock(s, 0, w, 1);
  two = under_lock(s, 1, w, 1, 1, BASE);
  sim_expect_two(s, SLUG_SHARED_RACE, one, two);
  sim_free(s, w);
}

static void locks_and_operations(struct sim *s) {
  uint64_t w = create(s);
  lock(s, 2, w, 1, 0, 0);
  int put = sim_put(s, 2, w, 1, 0, 4);
  sim_unlock(s, 2, w, 1);
  under_lock(s, 0, w, 1, 1, sim_shared(0, 1));
  int store = under_lock(s, 0, w, 1, 0, sim_shared(0, 1));
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, store);
  sync_all(s, w);
  lock(s, 2, w, 1, 0, 0);
  put = sim_put(s, 2, w, 1, 0, 4);
  sim_unlock(s, 2, w, 1);
  store = under_lock(s, 0, w, 0, 1, sim_shared(0, 1));
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, put, store);
  sim_free(s, w);
}

/* The access lasts from its start to its end, and only locks held all that time count. */
static void pending(struct sim *s) {
  uint64_t w = create(s);
  int receive = sim_access(s, 0, 1, sim_shared(0, 1), 4, 9);
  sim_message(s, 0, 1);
  int load = sim_load(s, 1, BASE, 4);
  sim_request(s, 0, EVENT_REQUEST_DONE, 9);
  sim_expect_ordering(s, SLUG_SHARED_RACE, receive, load,
                      "No completing call of rank 0 between {0} and the message, barrier or "
                      "other call that lets rank 1 go on to {1}.");
  sim_message(s, 0, 1);
  sim_expect_two(s, SLUG_SYNC_MISSING, receive, sim_load(s, 1, BASE, 4));
  sync_all(s, w);
  lock(s, 0, w, 1, 1, 0);
  receive = sim_access(s, 0, 1, sim_shared(0, 1), 4, 10);
  sim_unlock(s, 0, w, 1);
  sim_request(s, 0, EVENT_REQUEST_DONE, 10);
  int store = under_lock(s, 2, w, 1, 1, sim_shared(2, 1));
  sim_expect_two(s, SLUG_SHARED_RACE, receive, store);
  sync_all(s, w);
  lock(s, 0, w, 1, 1, 0);
  sim_access(s, 0, 1, sim_shared(0, 1), 4, 11);
  sim_request(s, 0, EVENT_REQUEST_DONE, 11);
  sim_unlock(s, 0, w, 1);
  under_lock(s, 2, w, 1, 1, sim_shared(2, 1));
  sim_free(s, w);
}

/* The origin buffer of an operation may lie in another's memory. */
static void operation_buffer(struct sim *s) {
  uint64_t w = create(s);
  struct event_op o = {.op = RMA_PUT, .disp = 100};
  o.origin = sim_data(sim_shared(0, 1), 4, 1, 0);
  o.target = sim_data(0, 4, 1, 0);
  sync_all(s, w);
  int put = sim_op(s, 0, w, 2, &o), load = sim_load(s, 1, BASE, 4);
  (void)load;
  sync_all(s, w);
  sim_store(s, 1, BASE, 4);
  sync_all(s, w);
  put = sim_op(s, 0, w, 2, &o);
  int store = sim_store(s, 1, BASE, 4);
  sync_all(s, w);
  sim_expect_two(s, SLUG_SHARED_RACE, put, store);
  sim_fails(s);
  sim_op(s, 0, w, 2, &o);
  sim_store(s, 1, BASE, 4);
  sync_all(s, w);
  sim_free(s, w);
}

/* An access crosses the ends of two members' parts, once in one piece and once in blocks. */
static void clipped(struct sim *s) {
  sim_races(s);
  uint64_t w =
      sim_create(s, &(struct sim_window){.flavor = FLAVOR_SHARED, .size = {64, 64, 64}});
  for (int i = 1; i < 3; i++) { /* at rank 0 the parts follow each other */
    struct event e = sim_event(EVENT_WIN_QUERY, 0, w);
    e.target = i;
    e.u.region = (struct event_region){BASE + 64u * (unsigned)i, 64};
    sim_leave(s, &e);
  }
  int all = sim_store(s, 0, BASE + 60, 70);
  int first = sim_load(s, 1, BASE, 1), last = sim_load(s, 2, BASE + 1, 1);
  sim_load(s, 2, BASE + 2, 1);
  sim_expect_two(s, SLUG_SHARED_RACE, all, first);
  sim_expect_two(s, SLUG_SHARED_RACE, all, last);
  sync_all(s, w);
  const struct event_run run = {BASE + 62, 4, 21, 4}; /* 62..66, 83, 104, 125..129 */
  struct event e = sim_event(EVENT_ACCESS, 0, 0);
  e.u.access.store = 1;
  e.u.access.data = sim_data(BASE + 62, 67, 1, 0);
  e.u.access.data.runs = 1;
  e.u.access.data.run = &run;
  sim_enter(s, &e);
  all = sim_site(s);
  static const struct {
    int rank, at, hit;
  } bytes[] = {{1, 0, 1},  {1, 1, 1},  {1, 2, 0},  {1, 18, 0}, {1, 19, 1}, {1, 22, 1},
               {1, 23, 0}, {1, 39, 0}, {1, 40, 1}, {1, 43, 1}, {1, 44, 0}, {1, 60, 0},
               {1, 61, 1}, {1, 63, 1}, {2, 0, 1},  {2, 1, 0}};
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
    int load = sim_load(s, bytes[i].rank, BASE + (unsigned)bytes[i].at, 1);
    if (bytes[i].hit)
      sim_expect_two(s, SLUG_SHARED_RACE, all, load);
  }
  sim_free(s, w);
}

/* Memory that was freed belongs to no window. */
static void freed(struct sim *s) {
  uint64_t w = create(s);
  sim_free(s, w);
  sim_store(s, 0, sim_shared(0, 1), 4);
  sim_store(s, 1, BASE, 4);
}

/* Shared memory has no two copies, so accesses that are ordered are right. */
static void separate(struct sim *s) {
  sim_races(s);
  uint64_t w =
      sim_create(s, &(struct sim_window){.flavor = FLAVOR_SHARED, .model = MODEL_SEPARATE});
  sim_lock_all(s, 0, w);
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock_all(s, 0, w);
  sim_message(s, 0, 2);
  sim_load(s, 2, sim_shared(2, 1), 4);
  int store = sim_store(s, 2, sim_shared(2, 1) + 4, 4);
  sim_message(s, 2, 1);
  sim_expect_two(s, SLUG_SYNC_MISSING, store, sim_load(s, 1, BASE + 4, 4));
  sync_all(s, w);
  sim_put(s, 0, w, 1, 0, 4);
  sim_store(s, 2, sim_shared(2, 1) + 4, 4);
  sync_all(s, w);
  sim_free(s, w);
}

static void sync(struct sim *s, int rank, uint64_t w) {
  struct event e = sim_event(EVENT_SYNC, rank, w);
  sim_call(s, &e);
}

/* The writer must synchronise its memory before the message, the reader after it
 * (MPI_Win_sync). The same holds if another message passes this on. */
static void visibility(struct sim *s) {
  uint64_t w = create(s);
  for (int i = 0; i < 3; i++)
    sim_lock_all(s, i, w);
  sim_store(s, 1, BASE, 4);
  sync(s, 1, w);
  sim_message(s, 1, 0);
  sync(s, 0, w);
  sim_load(s, 0, sim_shared(0, 1), 4);
  sim_store(s, 0, sim_shared(0, 1) + 8, 4);
  sync(s, 0, w);
  sim_message(s, 0, 2);
  sync(s, 2, w);
  sim_load(s, 2, sim_shared(2, 1), 4);
  sim_load(s, 2, sim_shared(2, 1) + 8, 4);
  sim_message(s, 2, 1);
  sync(s, 1, w);
  sim_load(s, 1, BASE + 8, 4);
  for (int i = 0; i < 3; i++)
    sim_unlock_all(s, i, w);
  sim_free(s, w);
}

static void not_brought(struct sim *s) {
  uint64_t w = create(s);
  for (int i = 0; i < 3; i++)
    sim_lock_all(s, i, w);
  int early = sim_store(s, 1, BASE, 4); /* the writer calls MPI_Win_sync, the reader does not */
  sync(s, 1, w);
  sim_message(s, 1, 0);
  sim_expect_two(s, SLUG_SYNC_MISSING, early, sim_load(s, 0, sim_shared(0, 1), 4));
  sync(s, 0, w);
  sim_load(s, 0, sim_shared(0, 1), 4);
  int late = sim_store(s, 1, BASE + 16, 4); /* the writer calls MPI_Win_sync too late */
  sim_message(s, 1, 0);
  sync(s, 1, w);
  sync(s, 0, w);
  sim_expect_two(s, SLUG_SYNC_MISSING, late, sim_load(s, 0, sim_shared(0, 1) + 16, 4));
  for (int i = 0; i < 3; i++)
    sim_unlock_all(s, i, w);
  sim_free(s, w);
}

/* Many stores to one place, or along it, are kept as one. */
static void many(struct sim *s) {
  uint64_t w =
      sim_create(s, &(struct sim_window){.flavor = FLAVOR_SHARED, .size = {1 << 20, 1 << 20}});
  struct event e = sim_event(EVENT_ACCESS, 0, 0);
  e.u.access.store = e.u.access.program = 1;
  e.stack = (uint32_t)sim_site(s);
  e.phase = EVENT_ENTER;
  check_limit(sim_check(s, 1), 1 << 16);
  for (unsigned i = 0; i < 20000; i++) {
    e.seq = 1000 + i;
    e.u.access.data = sim_data(sim_shared(0, 1) + (i % 2 ? 0 : 4 * i), 4, 1, 0);
    e.u.access.store = i % 2;
    check_feed(sim_check(s, 0), &e);
    if (i % 1000 == 0)
      sim_deliver(s);
  }
  sim_deliver(s);
  if (check_gaps(sim_check(s, 1)).lost)
    sim_expect(s, SLUG_SHARED_RACE, 1);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(3, put_and_load);
  SIM_RUN(3, owner_and_other);
  SIM_RUN(3, two_others);
  SIM_RUN(3, locks);
  SIM_RUN(3, locks_and_operations);
  SIM_RUN(3, pending);
  SIM_RUN(3, operation_buffer);
  SIM_RUN(3, clipped);
  SIM_RUN(2, freed);
  SIM_RUN(3, separate);
  SIM_RUN(3, visibility);
  SIM_RUN(3, not_brought);
  SIM_RUN(2, many);
  return sim_done();
}
