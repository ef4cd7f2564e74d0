/* Sends in ready mode against the posts of their receives, of two to four ranks. */
#include "sim.h"

#define KEY 9 /* all messages here have it */

/* These make a call and return its site. */
static int rsend_at(struct sim *s, int from, int to, uint64_t when, int flag) {
  struct event e = sim_event_of(EVENT_RELEASE, CALL_Rsend, from, 0);
  e.flag = (uint8_t)flag;
  e.u.edge = (struct event_edge){.rank = to, .key = KEY, .when = when};
  sim_enter(s, &e);
  return sim_site(s);
}

static int rsend(struct sim *s, int from, int to) {
  return rsend_at(s, from, to, 0, RELEASE_READY);
}

static int post_at(struct sim *s, int rank, uint64_t id, uint64_t when) {
  struct event e = sim_event_of(EVENT_RECEIVE, CALL_Irecv, rank, 0);
  e.u.receive = (struct event_receive){.id = id, .when = when, .key = KEY};
  sim_enter(s, &e);
  return sim_site(s);
}

static int post(struct sim *s, int rank, uint64_t id) {
  return post_at(s, rank, id, 0);
}

static void over(struct sim *s, int rank, uint64_t id, int flag) {
  struct event e = sim_event_of(EVENT_RECEIVE, CALL_Wait, rank, 0);
  e.u.receive.id = id;
  e.flag = (uint8_t)flag;
  sim_leave(s, &e);
}

static int received(struct sim *s, int from, int to, uint64_t number, uint64_t id, int flag) {
  struct event e = sim_event_of(EVENT_ACQUIRE, CALL_Wait, to, 0);
  e.flag = (uint8_t)flag;
  e.u.edge = (struct event_edge){.rank = from, .key = KEY, .number = number, .receive = id};
  sim_enter(s, &e);
  return sim_site(s);
}

static void luck(struct sim *s) {
  int receive = post(s, 1, 1), send = rsend(s, 0, 1);
  received(s, 0, 1, 0, 1, 0);
  sim_expect_two(s, SLUG_RSEND_UNORDERED, send, receive);
  sim_times(s, SLUG_RSEND_UNORDERED, 1);
}

static void handshake(struct sim *s) {
  for (uint64_t i = 0; i < 5; i++) {
    post(s, 1, i + 1);
    sim_message(s, 1, 0);
    rsend(s, 0, 1);
    received(s, 0, 1, i, i + 1, 0);
  }
}

static void told_before(struct sim *s) {
  sim_message(s, 1, 0);
  int receive = post(s, 1, 1), send = rsend(s, 0, 1);
  received(s, 0, 1, 0, 1, 0);
  sim_expect_two(s, SLUG_RSEND_UNORDERED, send, receive);
}

static void told_by_a_third(struct sim *s) {
  post(s, 1, 1);
  sim_message(s, 1, 2);
  sim_message(s, 2, 0);
  rsend(s, 0, 1);
  received(s, 0, 1, 0, 1, 0);
}

static void barrier(struct sim *s) {
  uint64_t w = sim_create(s, NULL);
  post(s, 1, 1);
  sim_fence_all(s, w, 0);
  rsend(s, 0, 1);
  received(s, 0, 1, 0, 1, 0);
  int receive = post(s, 1, 2), send = rsend(s, 0, 1);
  received(s, 0, 1, 1, 2, 0);
  sim_expect_two(s, SLUG_RSEND_UNORDERED, send, receive);
  sim_fence_all(s, w, 0);
  sim_free(s, w);
}

/* The receiver knew of the send when it posted its receive, so it was certainly too late. */
static void known_late(struct sim *s) {
  int send = rsend(s, 0, 1);
  sim_message(s, 0, 1);
  int receive = post(s, 1, 1);
  received(s, 0, 1, 0, 1, 0);
  sim_expect_two(s, SLUG_RSEND_BEFORE_RECV, send, receive);
}

static void shared_clock(struct sim *s) {
  int send = rsend_at(s, 0, 1, 1000, RELEASE_READY), receive = post_at(s, 1, 1, 1001);
  received(s, 0, 1, 0, 1, 0);
  sim_expect_two(s, SLUG_RSEND_BEFORE_RECV, send, receive);
  receive = post_at(s, 1, 2, 2000);
  send = rsend_at(s, 0, 1, 2001, RELEASE_READY);
  received(s, 0, 1, 1, 2, 0);
  sim_expect_two(s, SLUG_RSEND_UNORDERED, send, receive);
}

static void never_received(struct sim *s) {
  sim_expect(s, SLUG_RSEND_BEFORE_RECV, rsend(s, 0, 1));
  rsend_at(s, 0, 1, 0, 0); /* the second send is not in ready mode */
}

static void cancelled_send(struct sim *s) {
  rsend(s, 0, 1);
  struct event e = sim_event_of(EVENT_RELEASE, CALL_Wait, 0, 0);
  e.flag = RELEASE_VOID;
  e.u.edge = (struct event_edge){.rank = 1, .key = KEY, .number = 0};
  sim_enter(s, &e);
  post(s, 1, 1);
  sim_message(s, 1, 0);
  rsend(s, 0, 1);
  received(s, 0, 1, 1, 1, 0);
}

/* It is not known which receive took the message, so the checker must not say that none did. */
static void lost_receive(struct sim *s) {
  post(s, 1, 1);
  rsend(s, 0, 1);
  over(s, 1, 1, 1);
}

static void receive_left(struct sim *s) {
  post(s, 1, 1);
  rsend(s, 0, 1);
}

static void cancelled_receive(struct sim *s) {
  post(s, 1, 1);
  over(s, 1, 1, 0);
  sim_expect(s, SLUG_RSEND_BEFORE_RECV, rsend(s, 0, 1));
}

static void probed(struct sim *s) {
  int send = rsend(s, 0, 1), probe = received(s, 0, 1, 0, 0, EDGE_PROBED);
  sim_expect_two(s, SLUG_RSEND_BEFORE_RECV, send, probe);
  received(s, 0, 1, 0, 0, EDGE_PROBED);
  post(s, 1, 1);
  received(s, 0, 1, 0, 1, 0);
  sim_times(s, SLUG_RSEND_BEFORE_RECV, 1);
}

/* A number that is only a lower bound proves nothing, and neither do the receives that are
 * left. */
static void bound(struct sim *s) {
  rsend(s, 0, 1);
  rsend(s, 0, 1);
  post(s, 1, 1);
  received(s, 0, 1, 0, 1, EDGE_BOUND);
}

static void doubt(struct sim *s) {
  post(s, 1, 1);
  rsend_at(s, 0, 1, 0, RELEASE_READY | RELEASE_DOUBT);
  received(s, 0, 1, 0, 1, 0);
}

/* Receives are completed in another order than they were matched. */
static void several(struct sim *s) {
  post(s, 1, 1);
  sim_message(s, 1, 0);
  rsend(s, 0, 1);
  int receive = post(s, 1, 2), send = rsend(s, 0, 1);
  received(s, 0, 1, 1, 2, 0);
  received(s, 0, 1, 0, 1, 0);
  sim_expect_two(s, SLUG_RSEND_UNORDERED, send, receive);
}

static void to_itself(struct sim *s) {
  post(s, 0, 1);
  rsend(s, 0, 0);
  received(s, 0, 0, 0, 1, 0);
  int send = rsend(s, 0, 0), receive = post(s, 0, 2);
  received(s, 0, 0, 1, 2, 0);
  sim_expect_two(s, SLUG_RSEND_BEFORE_RECV, send, receive);
}

static void memory(struct sim *s) {
  size_t before = 0;
  for (uint64_t i = 0; i < 2000; i++) {
    if (i == 1000)
      before = sim_memory();
    post(s, 1, i + 1);
    sim_message(s, 1, 0);
    rsend(s, 0, 1);
    sim_deliver(s);
    received(s, 0, 1, i, i + 1, 0);
  }
  size_t after = sim_memory();
  if (after > before + 4096)
    sim_note("%zu bytes grew to %zu", before, after);
  sim_times(s, SLUG_RSEND_UNORDERED, after > before + 4096);
}

int main(void) {
  SIM_RUN(2, luck);
  SIM_RUN(2, handshake);
  SIM_RUN(2, told_before);
  SIM_RUN(3, told_by_a_third);
  SIM_RUN(2, barrier);
  SIM_RUN(2, known_late);
  SIM_RUN(2, shared_clock);
  SIM_RUN(2, never_received);
  SIM_RUN(2, cancelled_send);
  SIM_RUN(2, lost_receive);
  SIM_RUN(2, receive_left);
  SIM_RUN(2, cancelled_receive);
  SIM_RUN(2, probed);
  SIM_RUN(2, bound);
  SIM_RUN(2, doubt);
  SIM_RUN(2, several);
  SIM_RUN(2, to_itself);
  SIM_RUN(2, memory);
  return sim_done();
}
