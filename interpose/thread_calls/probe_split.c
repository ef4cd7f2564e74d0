#include "probe_split.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"
#include "turn.h"

#define KEPT 64

/* What a call asks for or has found. */
struct wanted_message {
  MPI_Comm comm;
  int source, tag;
  struct turn call;
};

/* Guarded by the lock of the world. */
static struct split_probe {
  struct wanted_message found;
  struct turn receive; /* the next receive of the same thread that may take it */
} probes[KEPT];
static struct wanted_message receives[KEPT];
unsigned probe_split_count;
static unsigned receive_count;

static int may_take(const struct wanted_message *receive, const struct wanted_message *found) {
  return receive->comm == found->comm &&
         (receive->source == MPI_ANY_SOURCE || receive->source == found->source) &&
         (receive->tag == MPI_ANY_TAG || receive->tag == found->tag);
}

static unsigned kept(unsigned count) {
  return count < KEPT ? count : KEPT;
}

void probe_split_found(struct frame *f, MPI_Comm comm, int source, int tag) {
  if (!world.concurrent || source == MPI_PROC_NULL)
    return;
  uint32_t stack = stack_capture(f->thread);
  world_lock();
  probes[probe_split_count++ % KEPT] =
      (struct split_probe){.found = {comm, source, tag, turn_now(f, 0, stack)}};
  world_unlock();
}

/* The thread's own receive may get another message than its probe has found, if one of these
 * comes in between. */
static int taken_before(const struct frame *f, const struct wanted_message *found,
                        struct turn *other) {
  for (unsigned i = 0; i < kept(receive_count); i++)
    if (may_take(&receives[i], found) && turn_is_unordered(f, &receives[i].call)) {
      *other = receives[i].call;
      return 1;
    }
  return 0;
}

/* Returns what the receive does: one of enum misuse, or -1. `other`: the call with which. */
static int judge(const struct frame *f, const struct wanted_message *r, struct turn *other) {
  int misuse = -1;
  for (unsigned i = 0; i < kept(probe_split_count); i++) {
    struct split_probe *p = &probes[i];
    if (!may_take(r, &p->found))
      continue;
    if (p->found.call.thread == r->call.thread && !p->receive.event) {
      p->receive = r->call;
      if (misuse < 0 && taken_before(f, &p->found, other))
        misuse = MISUSE_PROBED_TAKEN;
    } else if (turn_is_unordered(f, &p->receive)) {
      *other = p->found.call;
      other->event = p->receive.event;
      misuse = MISUSE_PROBED_BY_OTHER;
    }
  }
  return misuse;
}

void probe_split_receive(struct frame *f, MPI_Comm comm, int source, int tag) {
  struct turn other;
  if (!probe_split_count || !world.concurrent || source == MPI_PROC_NULL)
    return;
  uint32_t stack = order_on ? stack_capture(f->thread) : 0;
  world_lock();
  struct wanted_message r = {comm, source, tag, turn_now(f, 0, stack)};
  int misuse = judge(f, &r, &other);
  receives[receive_count++ % KEPT] = r;
  world_unlock();
  if (misuse >= 0)
    turn_tell(f, misuse, &other);
}
