/* If one line issues operations on bytes that follow each other, or on the same bytes again,
 * their target is told of them as one operation. */
#include "include/basic.h"
#include "sim.h"

/* Puts 4 bytes from an address by a line that has put before. */
static void put_from(struct sim *s, int rank, uint64_t w, int target, int64_t disp, int line,
                     uint64_t origin, int ok) {
  struct event e = sim_event(EVENT_OP, rank, w);
  e.stack = (uint32_t)line;
  e.target = target;
  e.u.op = (struct event_op){.op = RMA_PUT, .disp = disp};
  e.u.op.origin = sim_data(origin, 1, 4, BASIC_INT);
  e.u.op.target = sim_data(0, 1, 4, BASIC_INT);
  sim_enter(s, &e);
  if (ok)
    return;
  sim_fails(s);
  sim_leave(s, &e);
}

static void put_again(struct sim *s, int rank, uint64_t w, int target, int64_t disp, int line,
                      int ok) {
  put_from(s, rank, w, target, disp, line, 0x7000 + (uint64_t)disp, ok);
}

static int put_many(struct sim *s, uint64_t w, int target, int n) {
  int line = sim_site(s);
  put_again(s, 0, w, target, 0, line, 1);
  for (int i = 1; i < n; i++)
    put_again(s, 0, w, target, 4 * i, line, 1);
  return line;
}

static void few_messages(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int before = sim_sent(s);
  put_many(s, w, 1, 100);
  sim_fence_all(s, w, 0);
  sim_ok(sim_sent(s) - before < 20, "a hundred puts side by side are a few messages");
}

static void met_by_another(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 8);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 20, 4));
  sim_put(s, 2, w, 1, 32, 4);
  sim_fence_all(s, w, 0);
}

/* When the line goes on at another place, the operations that were kept back are told first. */
static void in_two_targets(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  int line = put_many(s, w, 1, 3);
  put_again(s, 0, w, 2, 12, line, 1);
  put_again(s, 0, w, 1, 12, line, 1);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 12, 4));
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

static void one_that_fails(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 2);
  put_again(s, 0, w, 1, 8, line, 0);
  sim_put(s, 2, w, 1, 8, 4);
  sim_fence_all(s, w, 0);
}

/* The origin has learnt something between two operations, so only the second one knows it. */
static void with_news_between(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  int line = put_many(s, w, 1, 1);
  int other = sim_put(s, 2, w, 1, 0, 8);
  sim_flush(s, 2, w, 1);
  sim_message(s, 2, 0);
  put_again(s, 0, w, 1, 4, line, 1);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

static void put_flush(struct sim *s, uint64_t w, int line, int64_t disp) {
  put_again(s, 0, w, 1, disp, line, 1);
  sim_flush(s, 0, w, 1);
}

/* Two puts of rank 0 to rank 1 that are completed, under lock_all; returns their line. */
static int first_put(struct sim *s, uint64_t w) {
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 2, w);
  int line = sim_site(s);
  put_flush(s, w, line, 0);
  put_flush(s, w, line, 0);
  return line;
}

static void last(struct sim *s, uint64_t w) {
  sim_unlock_all(s, 2, w);
  sim_unlock_all(s, 0, w);
}

static void few_messages_again(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w), before = sim_sent(s);
  for (int i = 0; i < 100; i++)
    put_flush(s, w, line, 0);
  sim_ok(sim_sent(s) - before < 5, "a hundred puts to the same bytes are a few messages");
  last(s, w);
}

static void again_met_by_another(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_flush(s, w, line, 0);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 0, 4));
  put_flush(s, w, line, 0);
  last(s, w);
}

/* Rank 2 has heard of the puts so far, but not of the next. */
static void again_after_telling(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  sim_message(s, 0, 2);
  int other = sim_put(s, 2, w, 1, 0, 4);
  put_flush(s, w, line, 0);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  last(s, w);
}

static void all_told(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_flush(s, w, line, 0);
  sim_message(s, 0, 2);
  sim_put(s, 2, w, 1, 0, 4);
  last(s, w);
}

/* The last one is not complete when rank 2 is told. */
static void again_incomplete(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_again(s, 0, w, 1, 0, line, 1);
  sim_message(s, 0, 2);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 0, 4));
  last(s, w);
}

/* A failed one does not undo those before. */
static void again_fails(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_again(s, 0, w, 1, 0, line, 0);
  sim_message(s, 0, 2);
  sim_put(s, 2, w, 1, 0, 4);
  last(s, w);
}

static void again_fails_and_races(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_again(s, 0, w, 1, 0, line, 0);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 0, 4));
  last(s, w);
}

static void again_without_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  last(s, w);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, line);
  put_again(s, 0, w, 1, 0, line, 1);
}

static void beyond_the_window(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.size = {64, 64, 64}});
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 16);
  sim_expect(s, SLUG_TARGET_OUT_OF_WINDOW, line);
  put_again(s, 0, w, 1, 64, line, 1);
  sim_fence_all(s, w, 0);
}

/* A line that goes over the same places again and again needs no more memory. */
static void places_again(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  for (int i = 0; i < 8; i++)
    put_flush(s, w, line, 8 * i);
  sim_deliver(s);
  size_t before = sim_memory();
  for (int i = 0; i < 2000; i++)
    put_flush(s, w, line, 8 * (i * 3 % 8));
  sim_deliver(s);
  size_t more = sim_memory() - before;
  sim_ok(more < 20000, "two thousand puts to eight places are kept as eight");
  last(s, w);
}

/* ... and few messages. */
static void places_in_few_messages(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w), before = sim_sent(s);
  for (int i = 0; i < 2000; i++)
    put_flush(s, w, line, 8 * (i * 3 % 8));
  sim_ok(sim_sent(s) - before < 10, "two thousand puts to eight places are a few messages");
  last(s, w);
}

/* Puts that were laid by are known to whom rank 0 tells anything, the later ones are not. */
static void places_told(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  for (int i = 0; i < 8; i++)
    put_flush(s, w, line, 8 * (i % 4));
  sim_message(s, 0, 2);
  for (int i = 0; i < 4; i++)
    sim_put(s, 2, w, 1, 32 + 8 * i, 4);
  put_flush(s, w, line, 0);
  put_flush(s, w, line, 8);
  put_flush(s, w, line, 0);
  sim_put(s, 2, w, 1, 16, 4);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 8, 4));
  last(s, w);
}

/* Rank 0 has learnt of rank 2's put between two of its own at that place. */
static void places_with_news(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  for (int i = 0; i < 8; i++)
    put_flush(s, w, line, 8 * (i % 4));
  int other = sim_put(s, 2, w, 1, 8, 4);
  sim_flush(s, 2, w, 1);
  sim_message(s, 2, 0);
  put_flush(s, w, line, 16);
  put_flush(s, w, line, 8);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  last(s, w);
}

/* One that fails does not undo those that were laid by, nor is it there itself. */
static void places_of_one_that_fails(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  for (int i = 0; i < 4; i++)
    put_flush(s, w, line, 8 * i);
  put_again(s, 0, w, 1, 40, line, 0);
  put_again(s, 0, w, 1, 8, line, 0);
  sim_put(s, 2, w, 1, 40, 4);
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 24, 4));
  sim_expect_two(s, SLUG_RMA_RACE, line, sim_put(s, 2, w, 1, 8, 4));
  last(s, w);
}

/* At one of these places another process puts, and one put there has news. */
static void one_of_the_places(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  for (int i = 0; i < 24; i++)
    put_flush(s, w, line, 8 * (i % 8));
  sim_message(s, 0, 2);
  int other = sim_put(s, 2, w, 1, 24, 4);
  put_flush(s, w, line, 32);
  put_flush(s, w, line, 24);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  last(s, w);
}

/* Two under way at once do not stand for each other. */
static void places_under_way(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_flush(s, w, line, 8);
  int other = sim_put(s, 0, w, 1, 8, 4);
  sim_expect_two(s, SLUG_RMA_RACE, line, other);
  put_again(s, 0, w, 1, 8, line, 1);
  sim_flush(s, 0, w, 1);
  last(s, w);
}

/* The buffer of the last put is in use until it is complete, and then not any more. */
static void buffers_again(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  sim_store(s, 0, 0x7000, 4);
  put_flush(s, w, line, 0);
  sim_store(s, 0, 0x7000, 4);
  put_again(s, 0, w, 1, 0, line, 1);
  sim_expect_two(s, SLUG_BUFFER_RACE, sim_store(s, 0, 0x7002, 1), line);
  sim_flush(s, 0, w, 1);
  last(s, w);
}

/* ... as another operation uses it. */
static void buffers_of_two(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  int receive = sim_access(s, 0, 1, 0x7000, 4, 7);
  put_again(s, 0, w, 1, 0, line, 1);
  sim_expect_two(s, SLUG_BUFFER_RACE, line, receive);
  sim_flush(s, 0, w, -1);
  sim_request(s, 0, EVENT_REQUEST_DONE, 7);
  last(s, w);
}

/* ... as it lies in the window, where another process puts. */
static void buffer_in_window(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  int line = first_put(s, w);
  put_from(s, 0, w, 1, 0, line, 0x10000, 1);
  sim_flush(s, 0, w, 1);
  sim_expect_two(s, SLUG_RMA_LOCAL_RACE, sim_put(s, 2, w, 0, 0, 4), line);
  last(s, w);
}

static void side_by_side(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  int line = put_many(s, w, 1, 8);
  sim_expect_two(s, SLUG_BUFFER_RACE, sim_store(s, 0, 0x701c, 4), line);
  sim_store(s, 0, 0x7020, 4);
  sim_fence_all(s, w, 0);
}

int main(void) {
  SIM_RUN(3, few_messages);
  SIM_RUN(3, met_by_another);
  SIM_RUN(3, in_two_targets);
  SIM_RUN(3, one_that_fails);
  SIM_RUN(3, with_news_between);
  SIM_RUN(3, few_messages_again);
  SIM_RUN(3, again_met_by_another);
  SIM_RUN(3, again_after_telling);
  SIM_RUN(3, all_told);
  SIM_RUN(3, again_incomplete);
  SIM_RUN(3, again_fails);
  SIM_RUN(3, again_fails_and_races);
  SIM_RUN(3, again_without_epoch);
  SIM_RUN(3, beyond_the_window);
  SIM_RUN(3, places_again);
  SIM_RUN(3, places_in_few_messages);
  SIM_RUN(3, places_told);
  SIM_RUN(3, places_with_news);
  SIM_RUN(3, places_of_one_that_fails);
  SIM_RUN(3, one_of_the_places);
  SIM_RUN(3, places_under_way);
  SIM_RUN(3, buffers_again);
  SIM_RUN(3, buffers_of_two);
  SIM_RUN(3, buffer_in_window);
  SIM_RUN(3, side_by_side);
  return sim_done();
}
