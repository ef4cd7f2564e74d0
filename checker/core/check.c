#include <stdlib.h>
#include <string.h>
#include "access.h"

struct check *check_new(int rank, int size, int concurrent, const struct check_output *out) {
  struct check *c = calloc(1, sizeof *c);
  if (c) {
    c->rank = rank;
    c->size = size;
    c->concurrent = concurrent;
    c->batch.rank = -1;
    c->open_bytes = (struct span){INT64_MAX, INT64_MIN};
    RB_INIT(&c->shared.tree);
    RB_INIT(&c->gone.tree);
    for (int update = 0; update < 2; update++) {
      RB_INIT(&c->local[update].tree);
      RB_INIT(&c->remote[update].tree);
      RB_INIT(&c->open[update].tree);
    }
    c->out = *out;
    c->asks =
        (struct asks){shared_freed, race_pair, ready_sent, visible_brought_out, left_learned};
  }
  return c;
}

void check_free(struct check *c) {
  if (!c)
    return;
  struct window *w, *next;
  HASH_ITER(hh, c->windows, w, next)
  window_drop(c, w);
  struct request *r, *after;
  HASH_ITER(hh, c->requests, r, after) {
    HASH_DEL(c->requests, r);
    free(r);
  }
  queue_free(&c->freed);
  greqs_free(c);
  batch_drop(c);
  buffered_free(c);
  atomic_free(c);
  visible_free(c);
  said_free(c);
  ready_free(c);
  shelf_clear(c);
  peers_free(c);
  clock_drop(c->clock);
  places_free(&c->memory);
  places_free(&c->mapped);
  free(c->met);
  free(c->clipped);
  free(c);
}

int check_failed(const struct check *c) {
  return c->failed;
}

/* Events of other ranks, sent by their checkers. */
static void feed_remote(struct check *c, struct window *w, const struct event *e) {
  switch (e->kind) {
  case EVENT_POST:
    active_feed(c, w, e);
    break;
  case EVENT_FENCE:
    fence_left(c, w, e);
    break;
  case EVENT_OP:
    if (e->target == w->me)
      target_issued(c, w, e);
    break;
  case EVENT_VALUE:
    if (e->target == w->me)
      atomic_value(c, w, e);
    break;
  case EVENT_DONE:
    if (e->target == w->me)
      target_done(c, w, e);
    break;
  default:
    break;
  }
  window_told(c, w);
}

/* Calls that end or begin an epoch, or bring the two copies together. */
static int synchronises(const struct event *e) {
  if (e->phase != EVENT_LEAVE || !e->ok || e->kind < EVENT_FENCE || e->kind > EVENT_SYNC)
    return 0;
  return e->kind != EVENT_FLUSH && (e->kind != EVENT_TEST || e->flag);
}

static void feed_own(struct check *c, struct window *w, const struct event *e) {
  w->used |= e->kind != EVENT_WIN_FREE && e->kind != EVENT_WIN_INFO;
  int brings = e->kind >= EVENT_FENCE && e->kind <= EVENT_SYNC;
  if (brings && e->phase == EVENT_ENTER)
    visible_enter(c, w);
  switch (e->kind) {
  case EVENT_WIN_FREE:
    window_free(c, w, e);
    break;
  case EVENT_WIN_INFO:
    window_set_info(c, w, e);
    break;
  case EVENT_WIN_QUERY:
    window_query(c, w, e);
    break;
  case EVENT_ATTACH:
    region_attach(c, w, e);
    break;
  case EVENT_DETACH:
    region_detach(c, w, e);
    break;
  case EVENT_FENCE:
    fence_feed(c, w, e);
    break;
  case EVENT_POST:
  case EVENT_START:
  case EVENT_COMPLETE:
  case EVENT_WAIT:
  case EVENT_TEST:
    active_feed(c, w, e);
    break;
  case EVENT_OP:
    op_feed(c, w, e);
    break;
  case EVENT_VALUE:
    issue_value(c, w, e);
    break;
  default:
    passive_feed(c, w, e);
    break;
  }
  if (brings && e->phase == EVENT_LEAVE) /* it knows now what it has waited for */
    visible_leave(c, w);
  if (synchronises(e))
    w->unsynchronised = 0;
}

/* Whether others may ask about it: about operations, accesses, what brings the two copies
 * together, and messages in ready mode and their receives. That a rank otherwise sends and
 * receives does not make its time go on, nor that it comes out of a call that all were in. */
static int noted(const struct event *e) {
  if (e->kind == EVENT_RECEIVE || (e->kind == EVENT_RELEASE && e->flag & RELEASE_READY) ||
      (e->kind == EVENT_ACQUIRE && e->u.edge.receive))
    return 1;
  return e->win &&
         !(e->phase == EVENT_LEAVE && (e->kind == EVENT_WIN_CREATE || e->kind == EVENT_FENCE));
}

void check_feed(struct check *c, const struct event *e) {
  if (c->failed)
    return;
  if (e->rank != c->rank) {
    peer_arrive(c, e);
  } else {
    c->now++;
    if (e->kind != EVENT_ACCESS)
      c->segment = 0;
    else if (!c->segment)
      c->segment = c->now;
    if (noted(e))
      c->noted = c->now;
    if (e->kind != EVENT_OP && e->kind != EVENT_ACCESS)
      batch_send(c);
  }
  switch (e->kind) {
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
  case EVENT_ALL:
    if (e->rank == c->rank)
      order_edge(c, e);
    return;
  case EVENT_TAKEN:
    if (e->rank != c->rank)
      buffered_taken(c, e);
    return;
  case EVENT_RECEIVE:
    if (e->rank == c->rank)
      ready_receive(c, e);
    return;
  case EVENT_ACCESS:
    if (e->rank == c->rank)
      local_access(c, e);
    else
      shared_arrive(c, e);
    return;
  case EVENT_ORDER:
    if (e->rank != c->rank)
      atomic_order(c, e);
    return;
  case EVENT_VISIBLE:
    if (e->rank != c->rank)
      visible_arrive(c, e);
    return;
  case EVENT_QUIET:
    if (e->rank != c->rank)
      round_feed(c, e);
    return;
  case EVENT_WIN_CREATE:
    window_create(c, e);
    return;
  case EVENT_FREED:
    freed_feed(c, e);
    return;
  case EVENT_ARGUMENT:
    argument_feed(c, e);
    return;
  case EVENT_BUFFER:
    buffered_feed(c, e);
    return;
  case EVENT_MISUSE:
    misuse_feed(c, e);
    return;
  case EVENT_REQUEST_DONE:
  case EVENT_REQUEST_FREE:
  case EVENT_REQUEST_CANCEL:
    request_feed(c, e);
    return;
  case EVENT_GREQ:
    greq_feed(c, e);
    return;
  case EVENT_FINALIZE:
    greq_finalize(c, e);
    window_finalize(c, e);
    if (!e->flag) {
      atomic_judge(c);
      visible_judge(c);
    }
    ready_finalize(c, e);
    return;
  default:
    break;
  }
  struct window *w = window_find(c, e->win);
  if (!w || (e->target >= w->count && e->target >= 0))
    return;
  if (e->rank != c->rank)
    feed_remote(c, w, e);
  else if (!w->freed)
    feed_own(c, w, e);
}
