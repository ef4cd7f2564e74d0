/* Buffers that have other values than when an operation began to read them (PROGRAM_CHANGED).
 */
#include "include/basic.h"
#include "sim.h"

#define BUFFER 0x7000

static uint64_t win;

static void begin(struct sim *s) {
  win = sim_create(s, NULL);
  sim_lock_all(s, 0, win);
}

static void end(struct sim *s) {
  sim_unlock_all(s, 0, win);
  sim_free(s, win);
}

/* Returns the number of its event. */
static uint64_t put(struct sim *s, uint64_t address, int64_t size, int *site) {
  struct event e = sim_event(EVENT_OP, 0, win);
  e.target = 1;
  e.u.op = (struct event_op){.op = RMA_PUT,
                             .disp = (int64_t)(address - BUFFER),
                             .origin = sim_data(address, size, 1, BASIC_UINT8_T),
                             .target = sim_data(0, size, 1, BASIC_UINT8_T)};
  sim_enter(s, &e);
  *site = sim_site(s);
  return e.seq;
}

static uint64_t isend(struct sim *s, uint64_t address, int64_t size, uint64_t request,
                      int *site) {
  struct event e = sim_event_of(EVENT_ACCESS, CALL_Isend, 0, 0);
  e.u.access = (struct event_access){.request = request,
                                     .data = sim_data(address, size, 1, BASIC_UINT8_T)};
  sim_enter(s, &e);
  *site = sim_site(s);
  return e.seq;
}

static int differs(struct sim *s, uint64_t address, int64_t size, uint64_t since) {
  struct event e = sim_event_of(EVENT_ACCESS, CALL_Win_flush, 0, 0);
  e.u.access = (struct event_access){.store = 1,
                                     .program = PROGRAM_CHANGED,
                                     .since = since,
                                     .data = sim_data(address, size, 1, BASIC_UINT8_T)};
  sim_enter(s, &e);
  return sim_site(s);
}

static void origin(struct sim *s) {
  sim_races(s);
  int site;
  begin(s);
  uint64_t since = put(s, BUFFER, 64, &site);
  sim_load(s, 0, BUFFER, 64);
  int found = differs(s, BUFFER + 8, 4, since);
  sim_expect_two(s, SLUG_BUFFER_RACE, site, found);
  sim_flush(s, 0, win, 1);
  differs(s, BUFFER + 8, 4, since); /* the put is over, so this is no race */
  end(s);
  sim_times(s, SLUG_BUFFER_RACE, 1);
}

static void send(struct sim *s) {
  sim_races(s);
  int site;
  uint64_t since = isend(s, BUFFER, 64, 7, &site);
  sim_expect_two(s, SLUG_BUFFER_RACE, site, differs(s, BUFFER, 1, since));
  sim_request(s, 0, EVENT_REQUEST_DONE, 7);
}

/* A change by a store that was seen, or by an MPI call, is not reported once more. */
static void seen(struct sim *s) {
  sim_races(s);
  int site;
  uint64_t since = isend(s, BUFFER, 64, 7, &site);
  sim_expect_two(s, SLUG_BUFFER_RACE, sim_store(s, 0, BUFFER + 4, 4), site);
  differs(s, BUFFER + 4, 4, since);
  sim_request(s, 0, EVENT_REQUEST_DONE, 7);
  int receive = sim_access(s, 0, 1, BUFFER, 8, 8);
  since = isend(s, BUFFER, 64, 9, &site);
  sim_expect_two(s, SLUG_BUFFER_RACE, site, receive);
  differs(s, BUFFER, 8, since);
  sim_request(s, 0, EVENT_REQUEST_DONE, 9);
  sim_request(s, 0, EVENT_REQUEST_DONE, 8);
  sim_times(s, SLUG_BUFFER_RACE, 2);
}

/* An operation that began after the change has read the new values. */
static void later(struct sim *s) {
  sim_races(s);
  int first, second;
  uint64_t since = isend(s, BUFFER, 64, 7, &first);
  isend(s, BUFFER, 64, 8, &second);
  sim_expect(s, SLUG_BUFFER_RACE, first);
  differs(s, BUFFER, 8, since);
  sim_request(s, 0, EVENT_REQUEST_DONE, 7);
  differs(s, BUFFER, 8, since);
  sim_request(s, 0, EVENT_REQUEST_DONE, 8);
}

/* One line puts one piece after another, and the operations are kept as one. */
static void joined(struct sim *s) {
  sim_races(s);
  int first, site;
  begin(s);
  put(s, BUFFER, 8, &first);
  put(s, BUFFER + 8, 8, &site);
  uint64_t since = put(s, BUFFER + 16, 8, &site);
  sim_allow(s, SLUG_BUFFER_RACE, first);
  sim_allow(s, SLUG_BUFFER_RACE, site);
  differs(s, BUFFER + 16, 8, since);
  sim_times(s, SLUG_BUFFER_RACE, 1);
  end(s);
}

/* Others may change windows. */
static void window(struct sim *s) {
  sim_races(s);
  int site;
  begin(s);
  struct event e = sim_event(EVENT_ATTACH, 0, 0);
  e.win = sim_create(s, &(struct sim_window){.flavor = FLAVOR_DYNAMIC});
  sim_attach(s, 0, e.win, BUFFER, 64);
  uint64_t since = put(s, BUFFER, 64, &site);
  differs(s, BUFFER, 8, since);
  end(s);
}

int main(void) {
  SIM_RUN(2, origin);
  SIM_RUN(2, send);
  SIM_RUN(2, seen);
  SIM_RUN(2, later);
  SIM_RUN(2, joined);
  SIM_RUN(2, window);
  return sim_done();
}
