#include "maker.h"
#include <string.h>
#include "interpose/base/mpi_call.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

/* Among the calls of COMM: MPI_Comm_idup. */
static const char collective[CALLS] = {
#define ROW(ret, name, class, ...)                                                             \
  [CALL_##name] = !__builtin_strcmp(#class, "COLL") || !__builtin_strcmp(#class, "COMM"),
#include "interpose/mpi/rows.def"
};

enum maker_kind maker_kind(unsigned call) {
  switch (call) {
  case CALL_Irecv:
  case CALL_Recv_init:
  case CALL_Imrecv:
  case CALL_Irecv_c:
  case CALL_Recv_init_c:
  case CALL_Imrecv_c:
  case CALL_Precv_init:
    return MAKER_RECEIVE;
  case CALL_Grequest_start:
  case CALL_X_Grequest_start:
  case CALL_X_Grequest_class_allocate:
    return MAKER_GENERAL;
  default:
    return collective[call] ? MAKER_COLLECTIVE : MAKER_OTHER;
  }
}

int misuse_persistent(unsigned call) {
  return strstr(call_name(call), "_init") != NULL;
}

void misuse_feed_among(struct frame *f, int what, const struct maker *m, int n, int64_t value,
                       int64_t most) {
  struct event e;
  world_event(&e, f, EVENT_MISUSE);
  e.u.misuse = (struct event_misuse){.what = (uint8_t)what,
                                     .call = m->call,
                                     .thread = m->thread,
                                     .stack = m->stack,
                                     .value = value,
                                     .most = most,
                                     .others = (uint8_t)(n - 1)};
  stack_define(m->stack);
  for (int i = 1; i < n; i++) {
    stack_define(m[i].stack);
    e.u.misuse.other[i - 1] = (struct event_maker){m[i].call, m[i].thread, m[i].stack};
  }
  world_feed(&e);
}

void misuse_feed_of(struct frame *f, int what, const struct maker *m, int64_t value,
                    int64_t most) {
  misuse_feed_among(f, what, m, 1, value, most);
}
