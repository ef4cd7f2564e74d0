/* sim_ops.c: feeds events of operations, requests and attached memory of simulated ranks. */
#include "include/basic.h"
#include "sim_state.h"

struct event_data sim_data(uint64_t address, int64_t count, int64_t size, int basic) {
  struct event_data d = {
      .basic = (uint16_t)basic, .element = (uint16_t)size, .present = count > 0};
  if (count > 0) {
    d.lo = (int64_t)address;
    d.hi = d.lo + count * size;
    d.size = count * size;
  }
  return d;
}

/* An operation that succeeded without a request has no second event. */
int sim_op(struct sim *s, int rank, uint64_t win, int target, const struct event_op *o) {
  static const int calls[] = {CALL_Put,          CALL_Get,
                              CALL_Accumulate,   CALL_Get_accumulate,
                              CALL_Fetch_and_op, CALL_Compare_and_swap};
  static const int with_request[] = {CALL_Rput, CALL_Rget, CALL_Raccumulate,
                                     CALL_Rget_accumulate};
  struct event e =
      sim_event_of(EVENT_OP, o->request ? with_request[o->op] : calls[o->op], rank, win);
  e.target = target;
  e.u.op = *o;
  sim_enter(s, &e);
  int site = s->calls;
  if (o->request || s->fails)
    sim_leave(s, &e);
  return site;
}

static int bytes(struct sim *s, int op, int rank, uint64_t win, int target, int64_t disp,
                 int64_t size, uint64_t request) {
  struct event_op o = {.op = (uint8_t)op, .disp = disp, .request = request};
  o.origin = sim_data(0x7000, size, 1, BASIC_UINT8_T);
  o.target = sim_data(0, size, 1, BASIC_UINT8_T);
  o.reduce = op == RMA_ACC ? REDUCE_SUM : REDUCE_NONE;
  return sim_op(s, rank, win, target, &o);
}

int sim_put(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size) {
  return bytes(s, RMA_PUT, rank, win, target, disp, size, 0);
}

int sim_get(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size) {
  return bytes(s, RMA_GET, rank, win, target, disp, size, 0);
}

int sim_acc(struct sim *s, int rank, uint64_t win, int target, int64_t disp, int64_t size) {
  return bytes(s, RMA_ACC, rank, win, target, disp, size, 0);
}

int sim_rput(struct sim *s, int rank, uint64_t win, int target, uint64_t request) {
  return bytes(s, RMA_PUT, rank, win, target, 0, 4, request);
}

int sim_request(struct sim *s, int rank, int kind, uint64_t request) {
  int call = kind == EVENT_REQUEST_FREE     ? CALL_Request_free
             : kind == EVENT_REQUEST_CANCEL ? CALL_Cancel
                                            : CALL_Wait;
  struct event e = sim_event_of(kind, call, rank, 0);
  e.u.request = request;
  sim_enter(s, &e);
  return s->calls;
}

int sim_access(struct sim *s, int rank, int store, uint64_t address, int64_t size,
               uint64_t request) {
  struct event e = sim_event_of(EVENT_ACCESS, store ? CALL_Recv : CALL_Send, rank, 0);
  e.u.access.store = (uint8_t)store;
  e.u.access.program = !request;
  e.u.access.request = request;
  e.u.access.data = sim_data(address, size, 1, BASIC_UINT8_T);
  sim_enter(s, &e);
  return s->calls;
}

int sim_load(struct sim *s, int rank, uint64_t address, int64_t size) {
  return sim_access(s, rank, 0, address, size, 0);
}

int sim_store(struct sim *s, int rank, uint64_t address, int64_t size) {
  return sim_access(s, rank, 1, address, size, 0);
}

void sim_two_threads(struct sim *s) {
  sim_races(s);
  sim_begins(s, 0, 1, 0);
}

int sim_received(struct sim *s, uint64_t request) {
  sim_thread(s, 0, 1);
  int site = sim_access(s, 0, 1, SIM_BUFFER, 8, request);
  sim_request(s, 0, EVENT_REQUEST_DONE, request);
  return site;
}

void sim_message(struct sim *s, int from, int to) {
  struct event e = sim_event(EVENT_RELEASE, from, 0);
  e.u.edge = (struct event_edge){.rank = to, .key = 77};
  sim_enter(s, &e);
  e = sim_event(EVENT_ACQUIRE, to, 0);
  e.u.edge = (struct event_edge){.rank = from, .key = 77, .number = s->messages[from][to]++};
  sim_enter(s, &e);
}

static int region(struct sim *s, int kind, int call, int rank, uint64_t win, uint64_t base,
                  int64_t size) {
  struct event e = sim_event_of(kind, call, rank, win);
  e.u.region = (struct event_region){base, size};
  return sim_call(s, &e);
}

int sim_attach(struct sim *s, int rank, uint64_t win, uint64_t base, int64_t size) {
  return region(s, EVENT_ATTACH, CALL_Win_attach, rank, win, base, size);
}

int sim_freed(struct sim *s, int rank, uint64_t base, int64_t size) {
  struct event e = sim_event_of(EVENT_FREED, CALL_FREE, rank, 0);
  e.u.region = (struct event_region){base, size};
  sim_enter(s, &e);
  return s->calls;
}

int sim_detach(struct sim *s, int rank, uint64_t win, uint64_t base) {
  return region(s, EVENT_DETACH, CALL_Win_detach, rank, win, base, 0);
}
