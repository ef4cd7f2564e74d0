/* Buffers, datatypes and reduction operations of RMA operations (sections 11.2 and 11.3). */
#include "include/basic.h"
#include "sim.h"

static struct event_op op(enum rma_op kind, enum reduce reduce, int basic, int64_t count) {
  struct event_op o = {.op = (uint8_t)kind, .reduce = (uint8_t)reduce};
  o.target = sim_data(0, count, 4, basic);
  if (reduce != REDUCE_NO_OP)
    o.origin = sim_data(0x7000, count, 4, basic);
  if (kind >= RMA_GET_ACC)
    o.result = sim_data(0x8000, count, 4, basic);
  return o;
}

/* Issues `o`. The callers say whether it is legal. */
static uint64_t win;
static int issue(struct sim *s, struct event_op o) {
  return sim_op(s, 0, win, 1, &o);
}

static void begin(struct sim *s, const struct sim_window *w) {
  win = sim_create(s, w);
  sim_lock_all(s, 0, win);
}

static void end(struct sim *s) {
  sim_unlock_all(s, 0, win);
  sim_free(s, win);
}

static void range(struct sim *s) {
  begin(s, &(struct sim_window){.size = {1, 1024}, .unit = {1, 8}});
  sim_put(s, 0, win, 1, 0, 1024);
  sim_put(s, 0, win, 1, 127, 8);
  sim_put(s, 0, win, 1, 128, 0);
  sim_put(s, 0, win, 1, 5000, 0); /* no data */
  sim_put(s, 0, win, 0, 0, 1);
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, win, 1, 0, 1025));
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_get(s, 0, win, 1, 127, 9));
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_acc(s, 0, win, 1, -1, 8));
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, win, 0, 0, 2));
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, win, 1, INT64_MAX, 8));
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, win, 1, INT64_MIN, 8));
  end(s);
}

/* The first byte may lie before the displacement, as with negative strides. */
static void range_of_strides(struct sim *s) {
  begin(s, NULL);
  struct event_op o = op(RMA_PUT, REDUCE_NONE, BASIC_INT, 4);
  o.target.lo = -64;
  o.target.hi = 4;
  o.disp = 64;
  issue(s, o);
  o.disp = 1020;
  issue(s, o);
  o.disp = 63;
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, issue(s, o));
  o.disp = 1021;
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, issue(s, o));
  end(s);
}

static void uncommitted(struct sim *s) {
  begin(s, NULL);
  for (int i = 0; i < 3; i++) {
    struct event_op o = op(RMA_GET_ACC, REDUCE_SUM, BASIC_INT, 1);
    struct event_data *all[] = {&o.origin, &o.result, &o.target};
    all[i]->flags = DATA_UNCOMMITTED | DATA_DERIVED;
    sim_expect(s, SLUG_TYPE_UNCOMMITTED, issue(s, o));
    all[i]->present = 0;
    issue(s, o);
  }
  end(s);
}

/* Entries of a datatype may overlap, but not in a buffer to which data are stored. */
static void overlapping(struct sim *s) {
  begin(s, NULL);
  const struct {
    enum rma_op op;
    enum reduce reduce;
    int origin, result, target; /* 1: the operation stores in this buffer */
  } rows[] = {{RMA_PUT, REDUCE_NONE, 0, 0, 1},
              {RMA_GET, REDUCE_NONE, 1, 0, 0},
              {RMA_ACC, REDUCE_SUM, 0, 0, 1},
              {RMA_GET_ACC, REDUCE_SUM, 0, 1, 1},
              {RMA_GET_ACC, REDUCE_NO_OP, 0, 1, 0}};
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
    for (int k = 0; k < 3; k++) {
      struct event_op o = op(rows[i].op, rows[i].reduce, BASIC_INT, 1);
      struct event_data *all[] = {&o.origin, &o.result, &o.target};
      const int stored[] = {rows[i].origin, rows[i].result, rows[i].target};
      all[k]->flags = DATA_OVERLAP | DATA_DERIVED;
      int site = issue(s, o);
      if (stored[k])
        sim_expect(s, SLUG_TYPE_OVERLAP, site);
    }
  end(s);
}

/* The data that is sent must fit into the target buffer; it may be less. */
static void sizes(struct sim *s) {
  begin(s, NULL);
  for (int more = -1; more < 2; more++) {
    struct event_op put = op(RMA_PUT, REDUCE_NONE, BASIC_INT, 2), get = put;
    struct event_op acc = op(RMA_ACC, REDUCE_SUM, BASIC_INT, 2);
    struct event_op result = op(RMA_GET_ACC, REDUCE_SUM, BASIC_INT, 2), read = result;
    get.op = RMA_GET;
    read.reduce = REDUCE_NO_OP;
    put.origin.size += more;
    acc.origin.size += more;
    get.target.size += more;
    result.result.size -= more;
    read.origin.size = 1000;
    read.result.size -= more;
    const int sites[] = {issue(s, put), issue(s, acc), issue(s, get), issue(s, result),
                         issue(s, read)};
    for (int i = 0; i < 5 && more > 0; i++)
      sim_expect(s, SLUG_RMA_TRUNCATE, sites[i]);
  }
  end(s);
}

static void reductions(struct sim *s) {
  begin(s, NULL);
  const struct {
    enum reduce reduce;
    int basic, legal;
  } rows[] = {{REDUCE_SUM, BASIC_INT, 1},
              {REDUCE_SUM, BASIC_DOUBLE, 1},
              {REDUCE_SUM, BASIC_C_FLOAT_COMPLEX, 1},
              {REDUCE_SUM, BASIC_BYTE, 0},
              {REDUCE_SUM, BASIC_CHAR, 0},
              {REDUCE_MAX, BASIC_FLOAT, 1},
              {REDUCE_MAX, BASIC_AINT, 1},
              {REDUCE_MAX, BASIC_C_FLOAT_COMPLEX, 0},
              {REDUCE_BAND, BASIC_INT, 1},
              {REDUCE_BAND, BASIC_BYTE, 1},
              {REDUCE_BAND, BASIC_FLOAT, 0},
              {REDUCE_LOR, BASIC_C_BOOL, 1},
              {REDUCE_LOR, BASIC_INT, 1},
              {REDUCE_LOR, BASIC_DOUBLE, 0},
              {REDUCE_MINLOC, BASIC_2INT, 1},
              {REDUCE_MINLOC, BASIC_INT, 0},
              {REDUCE_REPLACE, BASIC_CHAR, 1},
              {REDUCE_REPLACE, BASIC_2INT, 1},
              {REDUCE_SUM, BASIC_UNKNOWN, 1},
              {REDUCE_SUM, BASIC_F90, 1},
              {REDUCE_SUM, BASIC_MIXED, 0},
              {REDUCE_REPLACE, BASIC_MIXED, 0}};
  const enum rma_op ops[] = {RMA_ACC, RMA_GET_ACC, RMA_FETCH_OP};
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
    for (int k = 0; k < 3; k++) {
      int site = issue(s, op(ops[k], rows[i].reduce, rows[i].basic, 1));
      if (!rows[i].legal)
        sim_expect(s, SLUG_ACC_TYPE_INVALID, site);
    }
  end(s);
}

static void operations(struct sim *s) {
  begin(s, NULL);
  issue(s, op(RMA_GET_ACC, REDUCE_NO_OP, BASIC_CHAR, 1));
  issue(s, op(RMA_FETCH_OP, REDUCE_NO_OP, BASIC_CHAR, 1));
  sim_expect(s, SLUG_ACC_OP_INVALID, issue(s, op(RMA_ACC, REDUCE_NO_OP, BASIC_INT, 1)));
  sim_expect(s, SLUG_ACC_OP_INVALID, issue(s, op(RMA_ACC, REDUCE_USER, BASIC_INT, 1)));
  sim_expect(s, SLUG_ACC_OP_INVALID, issue(s, op(RMA_GET_ACC, REDUCE_USER, BASIC_INT, 1)));
  sim_expect(s, SLUG_ACC_OP_INVALID, issue(s, op(RMA_FETCH_OP, REDUCE_USER, BASIC_INT, 1)));
  end(s);
}

static void types_of_all_sides(struct sim *s) {
  begin(s, NULL);
  struct event_op o = op(RMA_GET_ACC, REDUCE_SUM, BASIC_INT, 1);
  o.origin.flags = o.target.flags = o.result.flags = DATA_DERIVED;
  issue(s, o);
  o.origin.basic = BASIC_FLOAT;
  sim_expect(s, SLUG_ACC_TYPE_INVALID, issue(s, o));
  o.origin.basic = BASIC_UNKNOWN;
  issue(s, o);
  o.result.basic = BASIC_UNSIGNED;
  sim_expect(s, SLUG_ACC_TYPE_INVALID, issue(s, o));
  o = op(RMA_GET_ACC, REDUCE_NO_OP, BASIC_INT, 1);
  o.origin = sim_data(0x7000, 1, 4, BASIC_FLOAT); /* not looked at */
  issue(s, o);
  o = op(RMA_FETCH_OP, REDUCE_SUM, BASIC_INT, 1);
  o.target.flags = DATA_DERIVED;
  sim_expect(s, SLUG_ACC_TYPE_INVALID, issue(s, o));
  issue(s, op(RMA_ACC, REDUCE_SUM, BASIC_INT, 0));
  end(s);
}

static void compare_and_swap(struct sim *s) {
  begin(s, NULL);
  const int legal[] = {BASIC_INT,  BASIC_INTEGER,  BASIC_C_BOOL, BASIC_LOGICAL, BASIC_AINT,
                       BASIC_BYTE, BASIC_UINT64_T, BASIC_F90,    BASIC_UNKNOWN};
  const int illegal[] = {BASIC_DOUBLE, BASIC_FLOAT, BASIC_CHAR, BASIC_2INT, BASIC_COMPLEX};
  for (int i = 0; i < (int)(sizeof legal / sizeof *legal); i++)
    issue(s, op(RMA_CAS, REDUCE_NONE, legal[i], 1));
  for (int i = 0; i < (int)(sizeof illegal / sizeof *illegal); i++)
    sim_expect(s, SLUG_CAS_TYPE_INVALID, issue(s, op(RMA_CAS, REDUCE_NONE, illegal[i], 1)));
  struct event_op o = op(RMA_CAS, REDUCE_NONE, BASIC_INT, 1);
  o.target.flags = DATA_DERIVED;
  sim_expect(s, SLUG_CAS_TYPE_INVALID, issue(s, o));
  end(s);
}

static void result_overlap(struct sim *s) {
  begin(s, NULL);
  for (int k = RMA_GET_ACC; k <= RMA_CAS; k++) {
    struct event_op o =
        op((enum rma_op)k, k == RMA_CAS ? REDUCE_NONE : REDUCE_SUM, BASIC_INT, 1);
    issue(s, o);
    o.result_overlap = 1;
    sim_expect(s, SLUG_RESULT_OVERLAP, issue(s, o));
  }
  end(s);
}

/* An operation that lies partly outside the window accesses the bytes inside. If the call fails
 * it accesses nothing. */
static void outside_and_race(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, &(struct sim_window){.size = {20, 21, 24}});
  sim_fence_all(s, w, 0);
  int put = sim_put(s, 0, w, 1, 17, 9), other = sim_put(s, 2, w, 1, 20, 1);
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, put);
  sim_expect_two(s, SLUG_RMA_RACE, put, other);
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, w, 1, -3, 2));
  int inside = sim_put(s, 0, w, 1, 0, 4);
  for (int at = 0; at < 40; at += 30) {
    sim_fails(s);
    sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, sim_put(s, 0, w, 1, at - 5, 9));
  }
  sim_expect_two(s, SLUG_RMA_RACE, inside, sim_put(s, 2, w, 1, 1, 1));
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

int main(void) {
  SIM_RUN(2, range);
  SIM_RUN(2, range_of_strides);
  SIM_RUN(3, outside_and_race);
  SIM_RUN(2, uncommitted);
  SIM_RUN(2, overlapping);
  SIM_RUN(2, sizes);
  SIM_RUN(2, reductions);
  SIM_RUN(2, operations);
  SIM_RUN(2, types_of_all_sides);
  SIM_RUN(2, compare_and_swap);
  SIM_RUN(2, result_overlap);
  return sim_done();
}
