#include <stdlib.h>
#include <string.h>
#include "checker/core/batch.h"
#include "checker/core/clock.h"
#include "checker/core/memory.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/shelf.h"
#include "checker/core/state.h"
#include "checker/core/threads.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/operations/freed_sends.h"
#include "checker/operations/got.h"
#include "checker/operations/await.h"
#include "checker/operations/rma_request.h"
#include "checker/rules/atomic.h"
#include "checker/rules/buffered.h"
#include "checker/rules/greq.h"
#include "checker/rules/lock_order.h"
#include "checker/rules/race.h"
#include "checker/rules/ready.h"
#include "checker/rules/shared.h"
#include "checker/rules/visible.h"
#include "checker/tell/told.h"
#include "window_life.h"

struct check *check_new(int rank, int size, int concurrent, const struct check_output *out) {
  struct check *c = calloc(1, sizeof *c);
  if (c) {
    c->rank = rank;
    c->size = size;
    c->concurrent = concurrent;
    c->batch.rank = -1;
    c->rows = 512;
    c->in_use.bytes = (struct span){INT64_MAX, INT64_MIN};
    RB_INIT(&c->shelves.shared.tree);
    RB_INIT(&c->in_use.gone.tree);
    RB_INIT(&c->in_use.past.tree);
    for (int update = 0; update < 2; update++) {
      RB_INIT(&c->shelves.local[update].tree);
      RB_INIT(&c->shelves.remote[update].tree);
      RB_INIT(&c->in_use.open[update].tree);
    }
    c->out = *out;
    c->asks = (struct asks){shared_freed, race_pair, ready_sent, visible_brought_out,
                            freed_sends_learned};
  }
  return c;
}

void check_free(struct check *c) {
  if (!c)
    return;
  struct window *w, *next;
  HASH_ITER(hh, c->windows.table, w, next)
  window_drop(c, w);
  requests_free(c);
  queue_free(&c->windows.freed);
  greqs_free(c);
  batch_drop(c);
  buffered_free(c);
  atomic_free(c);
  got_free(c);
  await_free(c);
  visible_free(c);
  told_free(c);
  ready_free(c);
  lock_order_free(c);
  shelf_clear(c);
  peers_free(c);
  clock_drop(c->clock);
  memory_clear(c);
  shared_clear(c);
  threads_free(c);
  free(c);
}

int check_failed(const struct check *c) {
  return c->failed;
}

/* Returns whether the call opens or closes an epoch, or makes the two copies of the window
 * agree. */
static int synchronises(const struct event *e) {
  return e->phase == EVENT_LEAVE && e->ok && e->kind != EVENT_FLUSH &&
         (e->kind != EVENT_TEST || e->flag);
}

typedef void window_handler(struct check *c, struct window *w, const struct event *e);

static struct window *window_of(const struct check *c, const struct event *e) {
  struct window *w = window_find(c, e->win);
  return w && e->target < w->count ? w : NULL;
}

static void feed_window(struct check *c, const struct event *e, window_handler *handler,
                        unsigned traits) {
  struct window *w = window_of(c, e);
  if (!w || w->freed)
    return;
  w->used |= (traits & (EVENT_USES | EVENT_SYNCHRONISES)) != 0;
  if (!(traits & EVENT_SYNCHRONISES)) {
    handler(c, w, e);
    if (e->kind == EVENT_OP)
      chronicle_feed(c, w, e);
    return;
  }
  if (e->phase == EVENT_ENTER)
    visible_enter(c, w);
  handler(c, w, e);
  chronicle_feed(c, w, e);
  if (e->phase == EVENT_LEAVE) /* the rank now knows what it has waited for */
    visible_leave(c, w);
  if (synchronises(e))
    w->unsynchronised = 0;
}

/* Handles what the checker of another rank has sent. */
static void feed_told(struct check *c, const struct event *e, window_handler *handler,
                      int target) {
  struct window *w = window_of(c, e);
  if (!w)
    return;
  if (!target || e->target == w->me)
    handler(c, w, e);
  window_told(c, w);
}

/* Returns whether other ranks may ask about the event. They ask about operations, accesses,
 * calls that make the two copies agree, and messages in ready mode with their receives; about
 * all messages only if their sends name their stacks (rules/wildcard.h). All other sends and
 * receives, and the return from a call that all ranks were in, do not advance the rank's time.
 */
static int noted(const struct event *e) {
  if (e->kind == EVENT_RECEIVE ||
      (e->kind == EVENT_RELEASE && (e->flag & RELEASE_READY || e->stack)) ||
      (e->kind == EVENT_ACQUIRE && e->u.edge.receive))
    return 1;
  return e->win &&
         !(e->phase == EVENT_LEAVE && (e->kind == EVENT_WIN_CREATE || e->kind == EVENT_FENCE));
}

static void count_own(struct check *c, const struct event *e) {
  unsigned slot = threads_enter(c, e);
  c->time.now = (c->time.now | (EVENT_STEP - 1)) + 1 + slot;
  if (e->kind != EVENT_ACCESS)
    c->time.segment = 0;
  else if (!c->time.segment)
    c->time.segment = c->time.now;
  if (noted(e) || c->threads) /* other threads may ask about all */
    c->time.noted = c->time.now;
  batch_before(c, e->kind);
  if (c->awaits && e->kind != EVENT_OP && e->kind != EVENT_VALUE && e->kind != EVENT_FLUSH &&
      e->kind != EVENT_ACCESS)
    await_end(c, e->thread);
}

void check_finalize(struct check *c, const struct event *e) {
  greq_finalize(c, e);
  window_finalize(c, e);
  if (!e->flag) {
    atomic_judge(c);
    visible_judge(c);
    lock_order_judge(c);
  }
  ready_finalize(c, e);
}

static void feed_own(struct check *c, const struct event *e) {
  switch (e->kind) {
#define NOBODY
#define PROGRESS(handler)
#define CHECK(handler) handler(c, e);
#define WINDOW(handler) feed_window(c, e, handler, has);
#define EVENT(NAME, word, body, call, traits, own, others)                                     \
  case EVENT_##NAME: {                                                                         \
    const unsigned has = traits;                                                               \
    (void)has;                                                                                 \
    own break;                                                                                 \
  }
#include "include/events.def"
  }
}

static void feed_others(struct check *c, const struct event *e) {
  switch (e->kind) {
#undef WINDOW
#define WINDOW(handler) feed_told(c, e, handler, 0);
#define TARGET(handler) feed_told(c, e, handler, 1);
#define EVENT(NAME, word, body, call, traits, own, others)                                     \
  case EVENT_##NAME:                                                                           \
    others break;
#include "include/events.def"
  }
}

void check_feed(struct check *c, const struct event *e) {
  if (c->failed)
    return;
  if (e->rank == c->rank) {
    count_own(c, e);
    feed_own(c, e);
    threads_leave(c, e);
  } else {
    peer_arrive(c, e);
    feed_others(c, e);
  }
}
