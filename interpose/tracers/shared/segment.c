#include "segment.h"
#include <string.h>
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"
#include "record.h"

#define ORDERINGS 64

static void (*feed_event)(struct event *e);
static int (*missed)(void);

/* The event after which loads may belong to the same polling loop. */
static uint64_t chain_since;
static int chain_ended;

/* Set if atomic operations order accesses in shared memory. Of the accesses told together with
 * such an operation, some may be before and others after it, also those in other windows. */
static int orders;

static int is_shared(uintptr_t at, size_t size) {
  return check_shares(world.check, (int64_t)at, (int64_t)(at + size));
}

static int is_any_shared(const uintptr_t *at, int count) {
  for (int i = 0; i < count; i++)
    if (is_shared(at[i], 1))
      return 1;
  return 0;
}

static void feed_segment(void *unused, const struct record_segment *s) {
  struct event e;
  (void)unused;
  if (s->stack && !s->stack->id)
    s->stack->id = stack_given(s->stack->pc, s->stack->count);
  int store = (record_sites[s->site].how & HOOKS_STORE) != 0, kind = PROGRAM_ACCESS;
  kind |= record_sites[s->site].how & HOOKS_ATOMIC ? PROGRAM_ATOMIC : 0;
  kind |= s->polled ? PROGRAM_POLLS : 0;
  kind |= s->polled & RECORD_POLLED ? PROGRAM_POLLED : 0;
  kind |= orders && check_shares(world.check, s->lo, s->hi) ? PROGRAM_ORDERED : 0;
  kind |= missed() ? PROGRAM_HIDDEN : 0;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_ACCESS;
  e.phase = EVENT_ENTER;
  e.call = store ? CALL_STORE : CALL_LOAD;
  e.thread = s->recorder->thread;
  e.stack = s->stack ? s->stack->id : 0;
  e.u.access = (struct event_access){.store = (uint8_t)store,
                                     .program = (uint8_t)kind,
                                     .since = chain_since,
                                     .data = {.lo = s->lo,
                                              .hi = s->hi,
                                              .size = s->size,
                                              .present = 1,
                                              .runs = s->runs,
                                              .run = s->run}};
  feed_event(&e);
}

/* Calls that a loop makes while it waits for a location; they order nothing between
 * processes. */
static int may_poll(const struct event *e) {
  return e->kind == EVENT_SYNC || e->kind == EVENT_FLUSH;
}

void segment_tell(void (*feed)(struct event *e), const struct event *next, uint64_t seq,
                  int (*missed_)(void)) {
  uintptr_t orderings[ORDERINGS];
  if (chain_ended)
    chain_since = seq;
  chain_ended = !may_poll(next);
  feed_event = feed;
  missed = missed_;
  orders = check_shared(world.check) &&
           is_any_shared(orderings, record_orderings(orderings, ORDERINGS));
  /* The owner of shared memory compares what it hears of at once. So it must hear of a look
   * together with the later ones that show it to be one of many. MPI_Win_sync makes no order
   * with other processes, so it may be fed first. */
  record_end(next->kind == EVENT_SYNC ? is_shared : NULL, NULL, feed_segment);
  if (chain_ended)
    record_chain_end();
}
