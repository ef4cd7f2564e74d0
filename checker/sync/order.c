/* order.c: the calls that order processes.
 *
 * A call that all ranks of the world must have entered before one can leave it needs no
 * message: every rank counts these calls. With call g its events are numbered from g *
 * GENERATION on, and once it has left the call it knows all events of all ranks up to that
 * number. For other collective calls each member is sent a message. */
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/round.h"
#include "checker/core/window_table.h"
#include "checker/operations/freed_sends.h"
#include "checker/operations/target.h"
#include "checker/rules/buffered.h"
#include "checker/rules/lock_order.h"
#include "checker/rules/ready.h"
#include "order.h"

static void all_enter(struct check *c) {
  uint64_t from = ++c->time.generation * GENERATION;
  round_enter(c);
  c->time.before_all.now = c->time.now;
  c->time.before_all.settled = c->time.settled;
  c->time.before_all.noted = c->time.noted;
  from |= thread_slot(c->time.now);
  c->time.now = c->time.settled = c->time.noted = c->time.now < from ? from : c->time.now;
  threads_meet(c, c->time.generation, c->time.met);
}

/* The library refused the call, so the ranks have not met there: the next such call takes its
 * number. */
static void all_undo(struct check *c) {
  c->time.generation--;
  round_undo(c);
  c->time.now = c->time.before_all.now + EVENT_STEP;
  c->time.settled = c->time.before_all.settled;
  c->time.noted = c->time.before_all.noted;
}

/* Whoever has met the others in their g-th such call knows what they did before it, and their
 * entry. */
static uint64_t met(const struct check *c) {
  return c->time.generation * GENERATION + EVENT_STEP - 1;
}

static void all_leave(struct check *c) {
  c->tainted = 0; /* everything before the call is in order */
  lock_order_met(c);
  freed_sends_learned(c);
  c->clock = clock_join(c->clock, threads_own(c), met(c), 0, NULL, &c->failed);
  threads_met(c, c->time.met);
  c->time.met = met(c);
  round_leave(c);
}

uint64_t check_generation(const struct check *c) {
  return c->time.generation;
}

/* Nothing is on its way, so a new count of messages begins, in which the new ranks take part.
 */
void order_joined(struct check *c, const struct event *e) {
  const struct event_joined *j = &e->u.joined;
  if (j->generation <= c->time.generation || j->size < c->size)
    return;
  c->size = j->size;
  window_table_grew(c);
  c->time.generation = j->generation - 1;
  round_restart(c);
  all_enter(c);
  all_leave(c);
}

/* Nobody can ask any more about what other ranks did before all had entered those calls. */
void order_woke(struct check *c, const struct event *e) {
  freed_sends_learned(c);
  if (e->flag & WOKE_HEARD)
    return;
  c->time.generation += e->u.woke.alls;
  round_skip(c);
  uint64_t from = c->time.generation * GENERATION | thread_slot(c->time.now);
  c->time.now = c->time.settled = c->time.noted = c->time.now < from ? from : c->time.now;
  c->clock = clock_join(c->clock, threads_own(c), met(c), 0, NULL, &c->failed);
}

void order_edge(struct check *c, const struct event *e) {
  const struct event_edge *x = &e->u.edge;
  if (e->kind == EVENT_RELEASE && x->rank == c->rank) {
    peer_own(c, e);
  } else if (e->kind == EVENT_RELEASE) {
    if (e->flag & RELEASE_VOID)
      buffered_void(c, x);
    peer_send(c, x->rank, e);
  } else if (e->kind == EVENT_ACQUIRE) {
    if (c->ready.used || x->receive)
      ready_matched(c, e);
    peer_acquire(c, x->rank, x->key, x->number, e->flag);
  } else if (e->phase == EVENT_ENTER)
    all_enter(c);
  else if (e->ok)
    all_leave(c);
  else
    all_undo(c);
}

static uint64_t sync_key(const struct window *w, uint64_t number) {
  return (w->id ^ 0x57494e) * 0x9e3779b97f4a7c15u + number;
}

void order_enter(struct check *c, struct window *w) {
  if (w->whole) {
    all_enter(c);
    return;
  }
  order_tell(c, w);
}

void order_tell(struct check *c, struct window *w) {
  struct event e = {.kind = EVENT_RELEASE, .rank = c->rank, .target = -1};
  e.u.edge.key = sync_key(w, ++w->syncs);
  for (int32_t i = 0; i < w->count; i++)
    peer_send(c, window_rank(w, i), &e);
}

void order_leave(struct check *c, struct window *w) {
  if (w->whole) {
    all_leave(c);
    return;
  }
  order_hear(c, w);
}

void order_hear(struct check *c, struct window *w) {
  uint64_t key = sync_key(w, ++w->synced);
  for (int32_t i = 0; i < w->count; i++)
    if (i != w->me && window_rank(w, i) >= 0)
      peer_acquire(c, window_rank(w, i), key, 0, 1);
}

void order_skip(struct window *w) {
  w->synced++;
}

static int32_t lacks_member(struct check *c, const struct window *w) {
  uint64_t key = sync_key(w, w->synced + 1);
  for (int32_t i = 0; i < w->count; i++) {
    int32_t rank = window_rank(w, i);
    if (rank >= 0 && rank != c->rank && !peer_released(c, rank, key, 0))
      return rank;
  }
  return -1;
}

/* MPI_Win_wait returns when every origin has called MPI_Win_complete. */
static int32_t lacks_origin(struct check *c, struct window *w) {
  for (int32_t i = 0; w->posted && i < w->origin_count; i++) {
    struct pair *p = pair_get(c, w, w->origins[i]);
    if (p && p->rank >= 0 && p->index != w->me && !p->ended.count)
      return p->rank;
  }
  return -1;
}

/* An operation that fetched data has waited for the target's MPI_Win_post. */
static int32_t lacks_post(struct check *c, struct window *w) {
  for (int32_t i = 0; w->access == ACCESS_START && i < w->started_count; i++) {
    struct pair *p = pair_get(c, w, w->started[i]);
    if (p && p->rank >= 0 && p->index != w->me && p->fetched && !p->matched)
      return p->rank;
  }
  return -1;
}

static int32_t lacks_window(struct check *c, struct window *w, const struct event *e) {
  switch (e->kind) {
  case EVENT_WIN_CREATE:
    return w->whole ? -1 : lacks_member(c, w);
  case EVENT_WIN_FREE:
    return w->freed || (w->info & INFO_NO_LOCKS) ? -1 : lacks_member(c, w);
  case EVENT_FENCE:
    return w->whole || (e->assertion & ASSERT_NOPRECEDE) ? -1 : lacks_member(c, w);
  case EVENT_WAIT:
    return lacks_origin(c, w);
  case EVENT_TEST:
    return e->flag ? lacks_origin(c, w) : -1;
  case EVENT_COMPLETE:
    return lacks_post(c, w);
  default:
    return -1;
  }
}

int32_t check_lacks(struct check *c, const struct event *e) {
  struct window *w;
  if (c->failed || e->rank != c->rank)
    return -1;
  if (e->kind == EVENT_ACQUIRE) {
    int32_t rank = e->u.edge.rank;
    return rank < 0 || rank == c->rank || rank >= c->size ||
                   peer_released(c, rank, e->u.edge.key, e->u.edge.number)
               ? -1
               : rank;
  }
  if (e->phase != EVENT_LEAVE || !e->ok || !(w = window_find(c, e->win)))
    return -1;
  return lacks_window(c, w, e);
}

/* What this rank knows when it exposes its window to its peers. */
void order_posted(struct check *c, struct window *w, const struct event *e) {
  for (int32_t i = 0; i < e->u.group.count; i++) {
    struct pair *p = pair_get(c, w, e->u.group.index[i]);
    if (!p)
      return;
    clock_drop(p->post_clock);
    p->post_clock = clock_hold(c->clock);
    p->post_time = c->time.now;
  }
}

/* The edge from MPI_Win_complete of each origin to MPI_Win_wait. Their operations are complete
 * now. */
void order_wait(struct check *c, struct window *w) {
  for (int32_t i = 0; i < w->origin_count; i++) {
    struct pair *p = pair_get(c, w, w->origins[i]);
    struct release r;
    if (!p)
      return;
    if (p->ended.count) {
      queue_shift(&p->ended, &r, sizeof r);
      peer_learn(c, p->rank, r.time, r.clock);
      c->tainted |= r.tainted;
      release_free(&r);
    }
  }
  for (int32_t i = 0; i < w->origin_count; i++) {
    struct pair *p = pair_get(c, w, w->origins[i]);
    if (p)
      target_complete(c, w, p, 1, c->rank, c->time.now, NEVER, 0);
  }
}
