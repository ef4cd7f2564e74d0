/* Making and freeing windows, info keys, requests, and what hang reports are told. */
#include <string.h>
#include "include/basic.h"
#include "sim.h"

static void same_size(struct sim *s) {
  struct sim_window w = {.info = INFO_SAME_SIZE, .size = {64, 64, 64}};
  sim_create(s, &w);
  w.size[2] = 128;
  sim_create(s, &w);
  sim_expect(s, SLUG_SAME_SIZE_VIOLATED, sim_site(s));
  w.info = INFO_SAME_DISP_UNIT;
  sim_create(s, &w);
  w.size[2] = -1;
  w.info = INFO_SAME_SIZE;
  sim_create(s, &w);
  sim_expect(s, SLUG_SAME_SIZE_VIOLATED, sim_site(s));
  w.flavor = FLAVOR_DYNAMIC;
  sim_create(s, &w);
}

static void same_disp_unit(struct sim *s) {
  struct sim_window w = {.info = INFO_SAME_DISP_UNIT, .unit = {8, 8, 8}};
  sim_create(s, &w);
  w.unit[1] = 4;
  sim_create(s, &w);
  sim_expect(s, SLUG_SAME_DISP_UNIT_VIOLATED, sim_site(s));
  w.info = 0;
  sim_create(s, &w);
}

static void no_locks(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.info = INFO_NO_LOCKS});
  sim_fence_all(s, w, 0);
  sim_put(s, 0, w, 1, 0, 4);
  sim_fence_all(s, w, 0);
  sim_expect(s, SLUG_NO_LOCKS_VIOLATED, sim_lock(s, 0, w, 1));
  sim_unlock(s, 0, w, 1);
  sim_expect(s, SLUG_NO_LOCKS_VIOLATED, sim_lock_all(s, 1, w));
  sim_unlock_all(s, 1, w);
}

static void creation_that_fails(struct sim *s) {
  sim_fails(s);
  uint64_t w = sim_create(s, NULL);
  sim_put(s, 0, w, 1, 0, 4);
  sim_fence_all(s, w, 0);
}

static void free_that_fails(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_lock(s, 0, w, 1);
  sim_fails(s);
  sim_expect(s, SLUG_FREE_IN_EPOCH, sim_free_one(s, 0, w));
  sim_put(s, 0, w, 1, 0, 4);
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
}

static void request_misused(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_lock(s, 0, w, 1);
  int put[4];
  for (uint64_t i = 0; i < 4; i++)
    put[i] = sim_rput(s, 0, w, 1, i + 1);
  sim_request(s, 0, EVENT_REQUEST_DONE, 1);
  sim_expect_two(s, SLUG_RMA_REQUEST_FREED, sim_request(s, 0, EVENT_REQUEST_FREE, 2), put[1]);
  sim_expect_two(s, SLUG_RMA_REQUEST_CANCELLED, sim_request(s, 0, EVENT_REQUEST_CANCEL, 3),
                 put[2]);
  sim_expect_two(s, SLUG_RMA_REQUEST_CANCELLED, sim_request(s, 0, EVENT_REQUEST_CANCEL, 3),
                 put[2]); /* MPI_Cancel did not end the operation */
  sim_request(s, 0, EVENT_REQUEST_DONE, 3);
  sim_request(s, 0, EVENT_REQUEST_FREE, 3); /* the request has ended already */
  sim_request(s, 1, EVENT_REQUEST_FREE, 4); /* the request belongs to another rank */
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
  sim_expect_two(s, SLUG_RMA_REQUEST_FREED, sim_request(s, 0, EVENT_REQUEST_FREE, 4), put[3]);
}

/* Two threads whose calls overlap: each request frees the buffer of its own operation. */
static void requests_of_threads(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  struct event e[2];
  int put = 0;
  sim_lock_all(s, 0, w);
  for (int i = 0; i < 2; i++) {
    e[i] = sim_event_of(EVENT_OP, CALL_Rput, 0, w);
    e[i].thread = i;
    e[i].target = 1;
    e[i].u.op.disp = i * 8;
    e[i].u.op.request = (uint64_t)i + 1;
    e[i].u.op.origin = sim_data(0x7000 + (uint64_t)i * 8, 4, 1, BASIC_UINT8_T);
    e[i].u.op.target = sim_data(0, 4, 1, BASIC_UINT8_T);
    sim_enter(s, &e[i]);
    put = sim_site(s);
  }
  for (int i = 0; i < 2; i++)
    sim_leave(s, &e[i]);
  sim_request(s, 0, EVENT_REQUEST_DONE, 1);
  sim_store(s, 0, 0x7000, 4);
  sim_expect_two(s, SLUG_BUFFER_RACE, sim_store(s, 0, 0x7008, 4), put);
  sim_request(s, 0, EVENT_REQUEST_DONE, 2);
  sim_store(s, 0, 0x7008, 4);
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

/* A callback of the first operation makes the second, so one thread is in both. The buffers of the
 * first are known to be free only when the epoch ends. */
static void requests_in_callback(struct sim *s) {
  sim_races(s);
  uint64_t w = sim_create(s, NULL);
  struct event e[2];
  sim_lock_all(s, 0, w);
  for (int i = 0; i < 2; i++) {
    e[i] = sim_event_of(EVENT_OP, CALL_Rput, 0, w);
    e[i].target = 1;
    e[i].u.op.disp = i * 8;
    e[i].u.op.request = (uint64_t)i + 1;
    e[i].u.op.origin = sim_data(0x7000 + (uint64_t)i * 8, 4, 1, BASIC_UINT8_T);
    e[i].u.op.target = sim_data(0, 4, 1, BASIC_UINT8_T);
    sim_enter(s, &e[i]);
  }
  for (int i = 1; i >= 0; i--)
    sim_leave(s, &e[i]);
  sim_request(s, 0, EVENT_REQUEST_DONE, 1);
  sim_request(s, 0, EVENT_REQUEST_DONE, 2);
  sim_store(s, 0, 0x7008, 4);
  sim_unlock_all(s, 0, w);
  sim_store(s, 0, 0x7000, 4);
  sim_free(s, w);
}

static void request_in_active_epoch(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  sim_fence_all(s, w, 0);
  sim_expect(s, SLUG_RMA_REQUEST_ACTIVE, sim_rput(s, 0, w, 1, 1));
  sim_fence_all(s, w, 0);
  sim_post(s, 1, w, SIM_GROUP(0), 0);
  int start = sim_start(s, 0, w, SIM_GROUP(1), 0);
  sim_expect_two(s, SLUG_RMA_REQUEST_ACTIVE, sim_rput(s, 0, w, 1, 2), start);
  sim_complete(s, 0, w);
  sim_wait(s, 1, w);
  sim_fails(s);
  sim_lock(s, 0, w, 1);
  sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, sim_rput(s, 0, w, 1, 3));
}

/* A window with an unmatched start is remembered although many others are freed. */
static void many_freed(struct sim *s) {
  uint64_t w = sim_create(s, NULL), v = sim_create(s, NULL);
  int post = sim_post(s, 0, v, SIM_GROUP(1), 0);
  sim_test(s, 0, v, 1);
  sim_expect(s, SLUG_START_WITHOUT_POST, sim_start(s, 0, w, SIM_GROUP(1), 0));
  sim_complete(s, 0, w);
  sim_free(s, w);
  sim_free(s, v);
  for (int i = 0; i < 200; i++) {
    uint64_t other = sim_create(s, NULL);
    sim_fence_all(s, other, 0);
    sim_free(s, other);
    if (i < 40) /* later the other rank has forgotten that there was such a window */
      sim_deliver(s);
  }
  sim_expect(s, SLUG_POST_WITHOUT_START, post);
}

/* The windows freed last are kept, however old they are. */
static void old_window_freed_last(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  for (int i = 0; i < 100; i++)
    sim_free(s, sim_create(s, NULL));
  sim_fence(s, 0, w, ASSERT_NOPRECEDE);
  sim_fence(s, 1, w, 0);
  sim_expect(s, SLUG_FENCE_ASSERT_MISMATCH, sim_site(s) - 1);
  sim_free(s, w);
}

/* What hang reports are told. */

struct seen {
  int windows;
  char access[16], exposure[16];
  int targets, target, origins, origin, peers;
  uint64_t fences, posts, starts, completes, waits;
};

static void see(void *context, const struct check_window *w) {
  struct seen *v = context;
  v->windows++;
  strncpy(v->access, w->access, sizeof v->access - 1);
  strncpy(v->exposure, w->exposure, sizeof v->exposure - 1);
  v->fences = w->fences;
  v->targets = w->targets;
  v->target = w->targets ? w->target[0] : -1;
  v->origins = w->origins;
  v->origin = w->origins ? w->origin[0] : -1;
  v->peers = w->peers;
  for (int i = 0; i < w->peers; i++) {
    v->posts += w->peer[i].posts;
    v->starts += w->peer[i].starts;
    v->completes += w->peer[i].completes;
    v->waits += w->peer[i].waits;
  }
}

static struct seen look(struct sim *s, int rank) {
  struct seen v = {0};
  check_windows(sim_check(s, rank), &v, see);
  return v;
}

static int is(const struct seen *v, const char *access, int target, const char *exposure,
              int origin) {
  return v->windows == 1 && !strcmp(v->access, access) && v->target == target &&
         !strcmp(v->exposure, exposure) && v->origin == origin;
}

/* If the condition is false, it expects a finding that cannot come, so that the test fails. */
#define WANT(condition)                                                                        \
  ((condition) ? (void)0 : sim_expect(s, SLUG_OP_OUTSIDE_EPOCH, -__LINE__))

static void hang_report(struct sim *s) {
  uint64_t w = sim_create(s, &(struct sim_window){.count = 2, .member = {1, 0}});
  struct seen v = look(s, 0);
  WANT(v.windows == 0); /* nothing was done with the window */
  sim_fence_all(s, w, 0);
  v = look(s, 0);
  WANT(is(&v, "fence", -1, "none", -1) && v.fences == 1);
  sim_lock(s, 0, w, 0);
  v = look(s, 0);
  WANT(is(&v, "lock", 1, "none", -1) && v.targets == 1);
  sim_unlock(s, 0, w, 0);
  sim_lock_all(s, 0, w);
  v = look(s, 0);
  WANT(is(&v, "lock_all", -1, "none", -1));
  sim_unlock_all(s, 0, w);
  sim_post(s, 0, w, SIM_GROUP(0), 0);
  v = look(s, 0);
  WANT(is(&v, "none", -1, "post", 1) && v.posts == 1 && v.waits == 0);
  struct event start = sim_event(EVENT_START, 1, w);
  start.u.group = SIM_GROUP(1);
  sim_enter(s, &start);
  v = look(s, 1); /* the rank is still in the call */
  WANT(v.targets == 1 && v.target == 0 && v.starts == 1 && v.completes == 0);
  sim_leave(s, &start);
  v = look(s, 1);
  WANT(is(&v, "start", 0, "none", -1));
  sim_complete(s, 1, w);
  sim_wait(s, 0, w);
  v = look(s, 1);
  WANT(is(&v, "none", -1, "none", -1) && v.completes == 1);
  v = look(s, 0);
  WANT(is(&v, "none", -1, "none", -1) && v.waits == 1);
  const struct check *c = sim_check(s, 0);
  WANT(check_members(c, w) == 2 && check_member(c, w, 0) == 1 && check_member(c, w, 1) == 0);
  WANT(check_members(c, w + 1) == 0 && check_member(c, w + 1, 0) == -1);
  WANT(check_member(c, w, -1) == -1 && check_member(c, w, 2) == -1);
  sim_free(s, w);
  v = look(s, 0);
  WANT(v.windows == 0);
}

int main(void) {
  SIM_RUN(3, same_size);
  SIM_RUN(3, same_disp_unit);
  SIM_RUN(2, no_locks);
  SIM_RUN(2, creation_that_fails);
  SIM_RUN(2, free_that_fails);
  SIM_RUN(2, request_misused);
  SIM_RUN(2, requests_of_threads);
  SIM_RUN(2, requests_in_callback);
  SIM_RUN(2, request_in_active_epoch);
  SIM_RUN(2, many_freed);
  SIM_RUN(2, old_window_freed_last);
  SIM_RUN(2, hang_report);
  return sim_done();
}
