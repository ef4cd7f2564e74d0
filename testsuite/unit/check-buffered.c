/* Tests of buffered sends and the room in the attached buffer, and of requests that are
 * misused. */
#include <string.h>
#include "sim.h"

/* Each attached buffer has its own messages. */
static uint64_t key = 1000, sent[SIM_RANKS], received[SIM_RANKS];

static int buffer(struct sim *s, int rank, int what, int64_t size, int to) {
  int call = what == BUFFER_ATTACH   ? CALL_Buffer_attach
             : what == BUFFER_DETACH ? CALL_Buffer_detach
                                     : CALL_Bsend;
  struct event e = sim_event_of(EVENT_BUFFER, call, rank, 0);
  e.u.buffer = (struct event_buffer){(uint8_t)what, to, size, key, to < 0 ? 0 : sent[to]};
  return sim_call(s, &e);
}

static int attach(struct sim *s, int64_t size) {
  key++;
  memset(sent, 0, sizeof sent);
  memset(received, 0, sizeof received);
  return buffer(s, 0, BUFFER_ATTACH, size, -1);
}

static int bsend(struct sim *s, int64_t size, int to) {
  int site = buffer(s, 0, BUFFER_SEND, size, to);
  struct event e = sim_event_of(EVENT_RELEASE, CALL_Bsend, 0, 0);
  e.flag = RELEASE_BUFFERED;
  e.u.edge = (struct event_edge){.rank = to, .key = key};
  sim_enter(s, &e);
  sent[to]++;
  return site;
}

static void receive(struct sim *s, int rank) {
  struct event e = sim_event(EVENT_ACQUIRE, rank, 0);
  e.u.edge = (struct event_edge){.key = key, .number = received[rank]++};
  sim_enter(s, &e);
}

static void detach(struct sim *s) {
  buffer(s, 0, BUFFER_DETACH, 0, -1);
}

static void flushed(struct sim *s) {
  attach(s, 100);
  bsend(s, 100, 1);
  buffer(s, 0, BUFFER_FLUSH, 0, -1);
  bsend(s, 100, 1);
  detach(s);
}

static void none(struct sim *s) {
  sim_expect(s, SLUG_BSEND_NO_BUFFER, bsend(s, 100, 1));
  attach(s, 200);
  bsend(s, 100, 1);
  detach(s);
  sim_expect(s, SLUG_BSEND_NO_BUFFER, bsend(s, 100, 1));
}

static void small(struct sim *s) {
  int room = attach(s, 99);
  sim_expect_two(s, SLUG_BSEND_TOO_SMALL, bsend(s, 100, 1), room);
  bsend(s, 99, 1);
  detach(s);
}

static void exact(struct sim *s) {
  attach(s, 300);
  for (int i = 0; i < 3; i++)
    bsend(s, 100, 1);
  detach(s);
  attach(s, 300);
  for (int i = 0; i < 3; i++)
    bsend(s, 100, 1);
  detach(s);
}

static void full(struct sim *s) {
  int room = attach(s, 300);
  for (int i = 0; i < 3; i++)
    bsend(s, 100, 1);
  sim_expect_two(s, SLUG_BSEND_UNDELIVERED, bsend(s, 1, 2), room);
  sim_times(s, SLUG_BSEND_UNDELIVERED, 1);
}

/* The message is sent and received. */
static void deliver(struct sim *s, int64_t size, int to) {
  bsend(s, size, to);
  receive(s, to);
}

static void confirmed(struct sim *s) {
  attach(s, 300);
  for (int i = 0; i < 9; i++) {
    deliver(s, 100, 1);
    deliver(s, 100, 2);
    deliver(s, 100, 1);
    sim_message(s, 1, 0);
    sim_message(s, 2, 0);
  }
}

/* Only one of two receivers has told the sender that it has its message. */
static void half_confirmed(struct sim *s) {
  int room = attach(s, 300);
  bsend(s, 200, 1);
  deliver(s, 100, 2);
  sim_message(s, 2, 0);
  bsend(s, 100, 2);
  sim_expect_two(s, SLUG_BSEND_UNDELIVERED, bsend(s, 100, 2), room);
}

/* The receiver has answered another message. */
static void other_confirmed(struct sim *s) {
  int room = attach(s, 300);
  bsend(s, 200, 1);
  sim_message(s, 0, 1);
  sim_message(s, 1, 0);
  sim_expect_two(s, SLUG_BSEND_UNDELIVERED, bsend(s, 200, 1), room);
  receive(s, 1);
  receive(s, 1);
}

/* A third rank tells the sender that the receiver has the message, perhaps before the receiver
 * itself does. */
static void told_by_other(struct sim *s) {
  attach(s, 300);
  deliver(s, 200, 1);
  sim_message(s, 1, 2);
  sim_message(s, 2, 0);
  deliver(s, 200, 1);
}

/* The first send has failed. */
static void never_sent(struct sim *s) {
  attach(s, 300);
  bsend(s, 200, 1);
  struct event e = sim_event_of(EVENT_RELEASE, CALL_Bsend, 0, 0);
  e.flag = RELEASE_VOID;
  e.u.edge = (struct event_edge){.rank = 1, .key = key, .number = 0};
  sim_enter(s, &e);
  bsend(s, 200, 1);
}

static void refused(struct sim *s) {
  attach(s, 300);
  bsend(s, 100, 1);
  sim_fails(s);
  sim_expect(s, SLUG_BSEND_TOO_SMALL, bsend(s, 100, 1));
}

static void twice(struct sim *s) {
  int room = attach(s, 300);
  sim_fails(s);
  sim_expect_two(s, SLUG_BSEND_ATTACH_TWICE, attach(s, 300), room);
  detach(s);
  attach(s, 300);
}

static int misuse(struct sim *s, int what, int made) {
  struct event e = sim_event_of(EVENT_MISUSE, CALL_Wait, 0, 0);
  e.u.misuse = (struct event_misuse){
      .what = (uint8_t)what, .call = CALL_Irecv, .stack = (uint32_t)made, .value = 1};
  sim_enter(s, &e);
  return sim_site(s);
}

/* Tells that a request was lost, where one of two calls has made it. */
static void among(struct sim *s, int one, int other) {
  struct event e = sim_event_of(EVENT_MISUSE, CALL_Finalize, 0, 0);
  e.u.misuse = (struct event_misuse){.what = MISUSE_LOST_AMONG,
                                     .call = CALL_Isend,
                                     .stack = (uint32_t)one,
                                     .value = 1,
                                     .most = 2,
                                     .others = 1,
                                     .other = {{CALL_Irsend, 0, (uint32_t)other}}};
  sim_enter(s, &e);
}

static void misuses(struct sim *s) {
  sim_expect(s, SLUG_REQUEST_LOST, 7001);
  misuse(s, MISUSE_LOST, 7001);
  sim_expect(s, SLUG_REQUEST_LOST, 7002);
  misuse(s, MISUSE_CANCEL_LOST, 7002);
  sim_expect_two(s, SLUG_REQUEST_LOST, 7008, 7009);
  among(s, 7008, 7009);
  sim_expect(s, SLUG_OBJECT_NOT_FREED, 7003);
  misuse(s, MISUSE_OBJECT, 7003);
  sim_expect(s, SLUG_REQUEST_NOT_FREED, 7004);
  misuse(s, MISUSE_NOT_FREED, 7004);
  sim_expect_two(s, SLUG_REQUEST_STALE, misuse(s, MISUSE_STALE, 7005), 7005);
  sim_expect_two(s, SLUG_RECEIVE_FREED, misuse(s, MISUSE_RECEIVE_FREED, 7006), 7006);
  sim_expect_two(s, SLUG_PARTITION_TWICE, misuse(s, MISUSE_PARTITION_TWICE, 7007), 7007);
}

int main(void) {
  SIM_RUN(2, flushed);
  SIM_RUN(2, none);
  SIM_RUN(2, small);
  SIM_RUN(2, exact);
  SIM_RUN(3, full);
  SIM_RUN(3, confirmed);
  SIM_RUN(3, half_confirmed);
  SIM_RUN(2, other_confirmed);
  SIM_RUN(3, told_by_other);
  SIM_RUN(2, never_sent);
  SIM_RUN(2, refused);
  SIM_RUN(2, twice);
  SIM_RUN(2, misuses);
  return sim_done();
}
