/* Atomic operations by which a process waits: their target is told only of those that read
 * something else, and of two that read the same. */
#include "include/basic.h"
#include "sim.h"

#define TURNS 50

static uint64_t seq_of_last;
static int64_t result = 0x8000; /* where it fetches to */

/* Fetches 4 bytes of the target's first, or swaps them, by a line that did before. */
static void fetch(struct sim *s, int rank, uint64_t w, int line, int op, int reduce,
                  uint64_t operand) {
  struct event e = sim_event(EVENT_OP, rank, w);
  e.stack = (uint32_t)line;
  e.target = 1;
  e.u.op = (struct event_op){.op = (uint8_t)op, .reduce = (uint8_t)reduce, .width = 4};
  e.u.op.operand = operand;
  e.u.op.when = 1;
  e.u.op.result = sim_data(result, 1, 4, BASIC_INT);
  e.u.op.target = sim_data(0, 1, 4, BASIC_INT);
  sim_enter(s, &e);
  seq_of_last = e.seq;
}

static void value_of(struct sim *s, int rank, uint64_t w, uint64_t seq, uint64_t read) {
  struct event e = sim_event(EVENT_VALUE, rank, w);
  e.target = 1;
  e.u.value = (struct event_value){seq, 4, read, 2};
  sim_enter(s, &e);
}

static void value(struct sim *s, int rank, uint64_t w, uint64_t read) {
  value_of(s, rank, w, seq_of_last, read);
  sim_flush(s, rank, w, 1);
}

static int begin(struct sim *s, uint64_t *w) {
  sim_races(s);
  *w = sim_create(s, NULL);
  for (int rank = 0; rank < 3; rank++)
    sim_lock_all(s, rank, *w);
  return sim_site(s);
}

static void end(struct sim *s, uint64_t w) {
  for (int rank = 0; rank < 3; rank++)
    sim_unlock_all(s, rank, w);
  sim_free(s, w);
}

/* Returns how many messages that took. */
static int wait_for(struct sim *s, uint64_t w, int line, int op, int reduce, uint64_t last) {
  int before = sim_sent(s);
  for (int i = 0; i < TURNS; i++) {
    fetch(s, 0, w, line, op, reduce, 0);
    value(s, 0, w, i < TURNS - 1 ? 5 : last);
  }
  return sim_sent(s) - before;
}

static void few_messages(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  sim_ok(wait_for(s, w, line, RMA_FETCH_OP, REDUCE_NO_OP, 6) < 15, "fetches");
  sim_ok(wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_SUM, 6) < 15, "sums with zero");
  sim_ok(wait_for(s, w, line + 2, RMA_GET_ACC, REDUCE_NO_OP, 6) < 15, "get-accumulates");
  sim_ok(wait_for(s, w, line + 3, RMA_CAS, REDUCE_NONE, 0) < 15, "swaps that fail");
  sim_ok(wait_for(s, w, line + 4, RMA_FETCH_OP, REDUCE_MAX, 5) > TURNS, "what may write");
  end(s, w);
}

/* The flag orders what was put before it, also if many others were read. */
static void ordered(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  fetch(s, 2, w, line, RMA_FETCH_OP, REDUCE_REPLACE, 6);
  value(s, 2, w, 5);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 6);
  sim_get(s, 0, w, 1, 8, 4);
  end(s, w);
}

/* It was put after the flag. */
static void not_ordered(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  fetch(s, 2, w, line, RMA_FETCH_OP, REDUCE_REPLACE, 6);
  value(s, 2, w, 5);
  int put = sim_put(s, 2, w, 1, 8, 4);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 6);
  sim_expect_two(s, SLUG_RMA_RACE, sim_get(s, 0, w, 1, 8, 4), put);
  end(s, w);
}

/* The value came back, by somebody whom the last fetch has read from. It told nothing. */
static void ordered_by_same(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 5);
  sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  fetch(s, 2, w, line, RMA_FETCH_OP, REDUCE_REPLACE, 5);
  value(s, 2, w, 7);
  fetch(s, 0, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 0);
  value(s, 0, w, 5);
  sim_get(s, 0, w, 1, 8, 4);
  end(s, w);
}

/* Who swaps is told, after the tries that failed. */
static void swapped(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  fetch(s, 2, w, line, RMA_FETCH_OP, REDUCE_REPLACE, 0);
  value(s, 2, w, 5);
  wait_for(s, w, line + 1, RMA_CAS, REDUCE_NONE, 0);
  sim_get(s, 0, w, 1, 8, 4);
  sim_expect_two(s, SLUG_RMA_RACE, line + 1, sim_put(s, 2, w, 1, 0, 4));
  end(s, w);
}

/* The first of two before a flush swaps. It is told, though it was kept back when the second
 * came: who reads what it has written comes after what its process has put before. */
static void swapped_by_first(struct sim *s) {
  uint64_t w, first;
  int line = begin(s, &w);
  sim_put(s, 0, w, 1, 8, 4);
  sim_flush(s, 0, w, 1);
  wait_for(s, w, line + 1, RMA_CAS, REDUCE_NONE, 5);
  fetch(s, 0, w, line + 1, RMA_CAS, REDUCE_NONE, 7);
  first = seq_of_last;
  result += 8;
  fetch(s, 0, w, line + 1, RMA_CAS, REDUCE_NONE, 9);
  result -= 8;
  value_of(s, 0, w, first, 0);
  value(s, 0, w, 7);
  fetch(s, 2, w, line, RMA_FETCH_OP, REDUCE_NO_OP, 0);
  value(s, 2, w, 7);
  sim_get(s, 2, w, 1, 8, 4);
  end(s, w);
}

/* After something was told to others, a fetch is another one than before. */
static void told_between(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 5);
  sim_message(s, 0, 2);
  fetch(s, 0, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 0);
  value(s, 0, w, 5);
  sim_expect_two(s, SLUG_RMA_RACE, line + 1, sim_put(s, 2, w, 1, 0, 4));
  end(s, w);
}

/* The same without that one: the message tells that all are over. */
static void told_after(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 5);
  sim_message(s, 0, 2);
  sim_put(s, 2, w, 1, 0, 4);
  end(s, w);
}

/* One that is not complete is told before the message. */
static void told_under_way(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 5);
  fetch(s, 0, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 0);
  sim_message(s, 0, 2);
  sim_expect_two(s, SLUG_RMA_RACE, line + 1, sim_put(s, 2, w, 1, 0, 4));
  value(s, 0, w, 5);
  end(s, w);
}

static void one_that_fails(struct sim *s) {
  uint64_t w;
  int line = begin(s, &w);
  wait_for(s, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 5);
  struct event e = sim_event(EVENT_OP, 0, w);
  fetch(s, 0, w, line + 1, RMA_FETCH_OP, REDUCE_NO_OP, 0);
  e.target = 1;
  e.u.op = (struct event_op){.op = RMA_FETCH_OP, .reduce = REDUCE_NO_OP, .width = 4};
  sim_fails(s);
  sim_leave(s, &e);
  sim_message(s, 0, 2);
  sim_put(s, 2, w, 1, 0, 4);
  end(s, w);
}

int main(void) {
  SIM_RUN(3, few_messages);
  SIM_RUN(3, ordered);
  SIM_RUN(3, not_ordered);
  SIM_RUN(3, ordered_by_same);
  SIM_RUN(3, swapped);
  SIM_RUN(3, swapped_by_first);
  SIM_RUN(3, told_between);
  SIM_RUN(3, told_after);
  SIM_RUN(3, told_under_way);
  SIM_RUN(3, one_that_fails);
  return sim_done();
}
