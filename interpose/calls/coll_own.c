#include "coll_own.h"
#include "include/check.h"
#include "interpose/arguments/significant.h"
#include "interpose/base/aside.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/data/type.h"
#include "interpose/stream/feed.h"

/* All forms of a collective call. */
#define FORMS(Name, name)                                                                      \
  case CALL_##Name:                                                                            \
  case CALL_I##name:                                                                           \
  case CALL_##Name##_init:                                                                     \
  case CALL_X_##Name##_init:                                                                   \
  case CALL_##Name##_c:                                                                        \
  case CALL_I##name##_c:                                                                       \
  case CALL_##Name##_init_c:

/* Of these each process, or the root, gives an amount to itself; those with an amount for each
 * pair of processes are compared with those of the others (coll_promise.c). */
static int is_to_itself(unsigned call) {
  switch (call) {
    FORMS(Gather, gather)
    FORMS(Scatter, scatter)
    FORMS(Allgather, allgather)
    FORMS(Alltoall, alltoall)
    return 1;
  default:
    return 0;
  }
}

/* Returns the bytes that this process names for itself, -1 if that is not known. */
static int64_t own_bytes(const struct part *p, struct event_data *one) {
  int64_t bytes;
  type_describe(one, 0, 1, p->type);
  if (p->count < 0 || !one->present || __builtin_mul_overflow(p->count, one->size, &bytes))
    return -1;
  return bytes;
}

static void tell(struct frame *f, int what, int64_t sent, int64_t received) {
  struct event e;
  struct aside a = aside_begin();
  world_event(&e, f, EVENT_ARGUMENT);
  e.u.argument = (struct event_argument){(uint8_t)what, 0, sent, received};
  world_feed(&e);
  aside_end(a);
}

void coll_own(struct frame *f, const struct comm *c, const struct coll *k) {
  struct event_data one, other;
  if (k->send.type == k->recv.type && k->send.count == k->recv.count)
    return;
  if (c->inter || !is_to_itself(f->call) || !significant_data(f, 0) || !significant_data(f, 1))
    return;
  int64_t sent = own_bytes(&k->send, &one), received = own_bytes(&k->recv, &other);
  if (sent < 0 || received < 0)
    return;
  if (sent != received)
    tell(f, ARGUMENT_OWN_AMOUNT, sent, received);
  else if (sent && !check_alike(one.basic, one.element, other.basic, other.element))
    tell(f, ARGUMENT_OWN_TYPE, one.basic, other.basic);
}
