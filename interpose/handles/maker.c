#include "maker.h"
#include <string.h>
#include "interpose/base/mpi_call.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

/* Among the calls of COMM: MPI_Comm_idup. */
#define IS(text, other) !__builtin_strcmp(text, other)
#define KIND_OF(name, class)                                                                   \
  (IS(name, "Irecv") || IS(name, "Recv_init") || IS(name, "Imrecv") || IS(name, "Irecv_c") ||  \
           IS(name, "Recv_init_c") || IS(name, "Imrecv_c") || IS(name, "Precv_init") ||        \
           IS(name, "Precv_init_c")                                                            \
       ? MAKER_RECEIVE                                                                         \
   : IS(name, "Grequest_start") || IS(name, "X_Grequest_start") ||                             \
           IS(name, "X_Grequest_class_allocate")                                               \
       ? MAKER_GENERAL                                                                         \
   : IS(class, "COLL") || IS(class, "COMM") ? MAKER_COLLECTIVE                                 \
                                            : MAKER_OTHER)
const uint8_t maker_kinds[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = KIND_OF(#name, #class),
#include "interpose/mpi/rows.def"
};

int misuse_persistent(unsigned call) {
  return strstr(call_name(call), "_init") != NULL;
}

void misuse_feed_among(struct frame *f, int what, const struct maker *m, int n, int64_t value,
                       int64_t most) {
  struct event e;
  world_event(&e, f, EVENT_MISUSE);
  f->thread->wrong = f->thread->seq;
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
