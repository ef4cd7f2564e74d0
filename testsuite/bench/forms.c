/* forms.c: two ranks do one thing very often, or with much data. The time for each must not
 * grow with the number. */
#include "workloads.h"

#define HUGE_WINDOW (1ll << 30)

static void open_all(struct ranks *r) {
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_LOCK_ALL, i, -1, 0);
}

static void close_all(struct ranks *r) {
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_UNLOCK_ALL, i, -1, 0);
}

/* Both ranks add to one counter and flush each time. */
static void counter(struct ranks *r, int64_t n) {
  open_all(r);
  for (int64_t i = 0; i < n; i++) {
    int rank = (int)(i % 2);
    ranks_op(r, RMA_ACC, rank, 0, (struct shape){0, 8, 0, 0});
    ranks_target(r, EVENT_FLUSH, rank, 0, 0);
  }
  close_all(r);
}

/* The same with a message to the other rank after each flush. */
static void counter_told(struct ranks *r, int64_t n) {
  open_all(r);
  for (int64_t i = 0; i < n; i++) {
    int rank = (int)(i % 2);
    ranks_op(r, RMA_ACC, rank, 0, (struct shape){0, 8, 0, 0});
    ranks_target(r, EVENT_FLUSH, rank, 0, 0);
    ranks_send(r, rank, !rank, 1);
    ranks_receive(r, !rank, rank, 1, (uint64_t)i / 2);
  }
  close_all(r);
}

/* Puts and gets of both ranks to one place, which nothing orders. The same conflict occurs
 * again and again, but must be looked for only a few times. */
static void racing(struct ranks *r, int64_t n) {
  open_all(r);
  for (int64_t i = 0; i < n; i++) {
    ranks_op(r, i / 2 % 2 ? RMA_GET : RMA_PUT, (int)(i % 2), 0, (struct shape){0, 8, 0, 0});
    ranks_target(r, EVENT_FLUSH, (int)(i % 2), 0, 0);
  }
  close_all(r);
}

/* Small puts in one epoch, side by side. */
static void small_puts(struct ranks *r, int64_t n) {
  ranks_together(r, EVENT_FENCE, ASSERT_NOPRECEDE);
  for (int64_t i = 0; i < n; i++)
    ranks_op(r, RMA_PUT, 0, 1, (struct shape){i * 8, 8, 0, 0});
  ranks_together(r, EVENT_FENCE, 0);
}

/* Small puts in one epoch, in an order in which no two can be joined. */
static void scattered_puts(struct ranks *r, int64_t n) {
  ranks_together(r, EVENT_FENCE, ASSERT_NOPRECEDE);
  for (int64_t i = 0; i < n; i++)
    ranks_op(r, RMA_PUT, 0, 1, (struct shape){i * 7919 % n * 16, 8, 0, 0});
  ranks_together(r, EVENT_FENCE, 0);
}

/* A thousand puts of n bytes, each in an epoch of its own. */
static void huge_put(struct ranks *r, int64_t n) {
  ranks_together(r, EVENT_FENCE, ASSERT_NOPRECEDE);
  for (int i = 0; i < 1000; i++) {
    ranks_op(r, RMA_PUT, 0, 1, (struct shape){0, n, 0, 0});
    ranks_together(r, EVENT_FENCE, 0);
  }
}

/* Two ranks take turns to put columns of a matrix of n rows. */
static void columns(struct ranks *r, int64_t n) {
  ranks_together(r, EVENT_FENCE, ASSERT_NOPRECEDE);
  for (int i = 0; i < 1000; i++)
    ranks_op(r, RMA_PUT, i % 2, 0, (struct shape){i * 8, (n - 1) * 8192 + 8, 8, 8192});
  ranks_together(r, EVENT_FENCE, 0);
}

const struct form forms[] = {
    {"counter", "accumulates to one place, each flushed", counter, 125000, 1000000, 0},
    {"counter-told", "the same, and a message each", counter_told, 125000, 1000000, 0},
    {"racing", "operations in conflict, each flushed", racing, 12500, 100000, 1},
    {"small-puts", "puts in one epoch, side by side", small_puts, 125000, 1000000, 0},
    {"scattered-puts", "puts in one epoch, scattered", scattered_puts, 125000, 1000000, 0},
    {"huge-put", "1000 puts of so many bytes", huge_put, 1 << 27, HUGE_WINDOW, 0},
    {"columns", "1000 columns of so many rows", columns, 8192, 65536, 0},
};
const int form_count = sizeof forms / sizeof *forms;
