/* origin.c: an RMA operation at its origin. Its buffers are in use until it is complete there.
 * The target is told of the operation, and of its completion before that can matter (section
 * 11.7). */
#include "checker/core/access.h"
#include "checker/core/batch.h"
#include "checker/core/peer.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/rules/shared.h"
#include "got.h"
#include "origin.h"
#include "local.h"
#include "op_again.h"
#include "await.h"
#include "rma_request.h"

static void buffer(struct check *c, struct pair *p, const struct event *e,
                   const struct event_data *d, int argument, int update) {
  struct access *a = local_buffer(c, e, d, argument, update, p->buffers);
  if (a)
    access_list_add(&p->buffers, a);
}

/* Position of the buffer among the arguments of the call, from 1. */
static int result_argument(int op) {
  return op == RMA_FETCH_OP ? 2 : op == RMA_CAS ? 3 : 4;
}

#define VALUES_MOST 20000 /* of puts and gets that are told */
#define ORDERING_MOST 64  /* of one epoch, on one target */

/* Returns whether processes may order themselves by what the operation puts or gets. */
static int orders(const struct pair *p, const struct lock *l, const struct event_op *o) {
  return l && l->held && !(l->site.assertion & ASSERT_NOCHECK) &&
         (o->op == RMA_GET || l->site.exclusive) && p->issued < ORDERING_MOST;
}

/* Of a put or a get. Values are not joined, so there is an end to them. Of gets it is known
 * later whether their values are told. */
static __attribute__((noinline)) void bound_value(struct check *c, const struct pair *p,
                                                  const struct lock *l, struct event_op *o) {
  o->when = l ? l->when : 0;
  if (c->values_told >= VALUES_MOST || !orders(p, l, o))
    o->width = 0;
  c->values_told += o->width && o->op == RMA_PUT;
}

static __attribute__((noinline)) void note_got(struct check *c, const struct event *op) {
  if (op->u.op.op != RMA_GET)
    got_outdate(c, op->win, op->target);
  else if (op->u.op.width)
    got_issued(c, op);
}

static struct event told_of(struct check *c, struct window *w, const struct pair *p,
                            const struct event *e) {
  struct event told = *e;
  struct event_op *o = &told.u.op;
  static const struct event_data none;
  o->origin = o->result = o->compare = none;
  o->from = w->me;
  told.flag = 0;
  told.assertion = 0;
  struct lock *l = passive_lock(w, e->target);
  if (o->width && o->op < RMA_ACC)
    bound_value(c, p, l, o);
  if (w->access == ACCESS_START) {
    o->epoch_kind = EPOCH_START;
    o->epoch = epoch_join((uint32_t)p->starts, epochs_number(w, HISTORY_ACCESS, e->target));
  } else if (l || w->access == ACCESS_LOCK_ALL) {
    const struct site *s = l ? &l->site : &w->access_site;
    o->epoch_kind = l ? EPOCH_LOCK : EPOCH_LOCK_ALL;
    o->epoch = epoch_join(0, epochs_number(w, l ? HISTORY_LOCK : HISTORY_LOCK_ALL, e->target));
    int unopened = c->threads && !threads_current_knows(c, l ? l->time : w->access_time);
    told.flag = (uint8_t)((s->exclusive ? OP_EXCLUSIVE : 0) | (unopened ? OP_UNOPENED : 0));
    told.assertion = s->assertion;
  } else {
    o->epoch_kind = EPOCH_FENCE;
    o->epoch = (uint64_t)w->fence_count;
  }
  return told;
}

static inline void tell_op(struct check *c, struct window *w, struct pair *p,
                           const struct event *told) {
  const struct event_op *o = &told->u.op;
  p->issued++;
  p->gets += o->op == RMA_GET;
  p->fetched |= w->access == ACCESS_START && o->op != RMA_PUT && o->op != RMA_ACC &&
                o->target.lo < o->target.hi;
  if (told->target == w->me) {
    batch_send(c); /* this operation may learn something that those kept back did not know */
    p->heard |= o->width && o->op == RMA_PUT;
    target_issued(c, w, told);
  } else {
    batch_add(c, w, p->rank, told);
  }
}

void issue_tell(struct check *c, struct window *w, const struct event *told) {
  struct pair *p = pair_get(c, w, told->target);
  if (p)
    tell_op(c, w, p, told);
}

void issue(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  struct pair *p = pair_get(c, w, e->target);
  if (!p)
    return;
  struct event told = told_of(c, w, p, e);
  buffer(c, p, &told, &o->origin, 1, o->op == RMA_GET);
  buffer(c, p, &told, &o->result, result_argument(o->op), 1);
  buffer(c, p, &told, &o->compare, 2, 0);
  if (p->rank < 0) /* the target is in another world, or in a session: no message can tell it */
    return;
  told.u.op.fetched = c->fetched;
  c->fetched |= o->op != RMA_PUT && o->op != RMA_ACC;
  c->lock_order.fetches += o->op != RMA_PUT && o->op != RMA_ACC;
  if (c->gots || (o->op == RMA_GET && told.u.op.width))
    note_got(c, &told);
  int waits = o->op > RMA_ACC &&
              (told.u.op.epoch_kind == EPOCH_LOCK || told.u.op.epoch_kind == EPOCH_LOCK_ALL);
  if ((waits || c->awaits) && await_keeps(c, w, &told))
    return;
  tell_op(c, w, p, &told);
}

static void over(struct check *c, struct access *a) {
  access_list_remove(a);
  if (a->request)
    request_detach(c, a);
  local_over(c, a);
}

/* The call failed, so there is no operation. */
void issue_undo(struct check *c, struct window *w, const struct event *e, uint64_t seq) {
  struct pair *p = pair_get(c, w, e->target);
  if (!p || (p->rank >= 0 && !p->issued && !c->awaits))
    return;
  struct access *next;
  for (struct access *a = p->buffers; a && a->site.seq >= seq; a = next) {
    next = a->next;
    if (a->site.seq != seq)
      continue;
    access_list_remove(a);
    shared_end(c, a, 0);
    open_remove(c, a);
    access_free(c, a);
  }
  if (p->rank < 0 || await_undo(c, seq))
    return;
  struct event told = {.kind = EVENT_OP, .phase = EVENT_LEAVE, .rank = c->rank, .win = w->id};
  told.target = e->target;
  told.seq = seq;
  told.u.op.from = w->me;
  p->issued--;
  if (batch_undo(c, seq))
    return;
  if (e->target == w->me)
    target_issued(c, w, &told);
  else
    peer_send(c, p->rank, &told);
}

static inline void tell_value(struct check *c, struct window *w, const struct event *e) {
  struct pair *p = e->phase == EVENT_ENTER && e->target >= 0 ? pair_get(c, w, e->target) : NULL;
  if (!p || p->rank < 0)
    return;
  if (e->target == w->me)
    atomic_value(c, w, e);
  else
    peer_send(c, p->rank, e);
}

void issue_unheard(struct check *c, struct window *w, const struct event *value) {
  uint64_t settled = c->time.settled;
  tell_value(c, w, value);
  c->time.settled = settled;
}

static void value_got(struct check *c, struct window *w, const struct event *e) {
  struct event told = *e;
  if (got_news(c, e))
    c->values_told++;
  else
    told.flag = VALUE_OF_BEFORE;
  c->tainted |= TAINTED_UNDER_LOCK;
  tell_value(c, w, &told);
}

void issue_value(struct check *c, struct window *w, const struct event *e) {
  if (e->flag == VALUE_OF_GET) {
    value_got(c, w, e);
    return;
  }
  enum awaited_says says = c->awaits ? await_value(c, e) : AWAITED_NEWS;
  if (says == AWAITED_NEWS && c->gots)
    got_outdate(c, 0, -1);
  c->tainted |= TAINTED_BY_VALUE;
  if (says == AWAITED_NEWS)
    tell_value(c, w, e);
  else if (says == AWAITED_SAME)
    issue_unheard(c, w, e);
}

/* With the get, if that is kept back. */
void issue_read(struct check *c, struct window *w, const struct event *e) {
  const struct event_value *v = &e->u.value;
  int completes = e->kind != EVENT_FLUSH || (!e->flag && !c->threads);
  struct event_op *o = completes ? batch_open(c, v->seq) : NULL;
  if (o && !o->width) /* it has become a row */
    return;
  if (!o) {
    struct event value = *e;
    value.kind = EVENT_VALUE;
    value.phase = EVENT_ENTER;
    value.flag = VALUE_OF_GET;
    value_got(c, w, &value);
  } else if (!got_news(c, e)) {
    o->width = 0;
  } else {
    c->values_told++;
    c->tainted |= TAINTED_UNDER_LOCK;
    o->operand = v->read;
    o->until = v->when ? v->when : UINT64_MAX;
  }
}

static void tell_when(struct check *c, struct window *w, struct pair *p, int how, uint64_t seq,
                      uint64_t when) {
  struct event e = {.kind = EVENT_DONE, .rank = c->rank, .win = w->id, .target = p->index};
  e.u.done = (struct event_done){w->me, (uint8_t)how, seq, when};
  if (p->index == w->me) {
    c->time.noted = c->time.now;
    target_done(c, w, &e);
  } else {
    peer_send(c, p->rank, &e);
  }
}

static void tell(struct check *c, struct window *w, struct pair *p, int how, uint64_t seq) {
  tell_when(c, w, p, how, seq, 0);
}

/* Some buffers may no longer be in use, by a call of another thread. */
static void end_buffers(struct check *c, struct pair *p, uint64_t seq) {
  if (c->threads)
    ending_add(c, &p->endings,
               (struct ending){c->time.now, clock_hold(c->clock), seq, ENDS_BUFFERS, 0});
}

/* Whether all operations on the peer are complete by a call of another thread that the current
 * one does not know of. */
static int done_elsewhere(const struct check *c, const struct pair *p) {
  return c->threads && p->done_at && !threads_current_knows(c, p->done_at);
}

static void none_left(struct check *c, struct pair *p) {
  p->issued = p->gets = 0;
  p->done_at = done_elsewhere(c, p) ? NEVER : c->time.now;
}

static void free_buffers(struct check *c, struct pair *p) {
  while (p->buffers)
    over(c, p->buffers);
}

static void free_known_buffers(struct check *c, struct pair *p) {
  struct access *next;
  for (struct access *a = p->buffers; a; a = next) {
    next = a->next;
    if (threads_current_knows(c, a->start_time))
      over(c, a);
  }
}

static void pair_done(struct check *c, struct window *w, struct pair *p, int known,
                      uint64_t when) {
  if (p->rank < 0 || (!p->issued && !done_elsewhere(c, p)))
    return;
  struct lock *l = p->issued ? passive_lock(w, p->index) : NULL;
  if (l)
    l->granted = 1;
  p->granted |= p->issued > 0;
  if (known) { /* what other threads have started may still be under way */
    if (!await_rests(c, w, p)) {
      tell(c, w, p, DONE_REMOTE | DONE_KNOWN, 0);
      await_flushed(c, w, p);
    }
    return;
  }
  if (!batch_completed(c, w, p->index, p->issued, when)) {
    tell_when(c, w, p, DONE_REMOTE, 0, l ? when : 0);
    if (p->heard)
      c->time.settled = c->time.now;
    p->heard = 0;
  }
  none_left(c, p);
}

static void pair_done_locally(struct check *c, struct window *w, struct pair *p, int known) {
  if (p->gets || done_elsewhere(c, p))
    tell(c, w, p, DONE_GETS | (known ? DONE_KNOWN : 0), 0);
  end_buffers(c, p, 0);
  if (known) {
    free_known_buffers(c, p);
    return;
  }
  p->gets = 0;
  if (!op_rests(c, p))
    free_buffers(c, p);
}

/* Of one target, or of all (index < 0). */
static struct pair *first_pair(struct window *w, int32_t index) {
  return index < 0 ? w->pairs : pair_find(w, index);
}

void issue_done(struct check *c, struct window *w, int32_t index, int flush, uint64_t when) {
  for (struct pair *p = first_pair(w, index); p; p = index < 0 ? p->hh.next : NULL)
    pair_done(c, w, p, flush && c->threads, when);
}

void issue_done_locally(struct check *c, struct window *w, int32_t index, int flush) {
  for (struct pair *p = first_pair(w, index); p; p = index < 0 ? p->hh.next : NULL)
    pair_done_locally(c, w, p, flush && c->threads);
}

void issue_request(struct check *c, struct request *r) {
  struct window *w = r->win ? window_find(c, r->win) : NULL;
  struct pair *p = w && !w->freed ? pair_get(c, w, r->target) : NULL;
  struct access *next;
  if (p && !r->buffers)
    end_buffers(c, p, r->op_seq);
  for (struct access *a = r->buffers; a; a = next) {
    next = a->mate;
    access_list_remove(a);
    a->request = 0;
    local_over(c, a);
  }
  r->buffers = NULL;
  if (p && r->get && p->rank >= 0)
    tell(c, w, p, DONE_GETS, r->op_seq);
}

/* The program never got the request, or has lost it for good. So it will not be known when the
 * operation is complete. */
void issue_lost(struct check *c, struct request *r) {
  struct access *next;
  for (struct access *a = r->buffers; a; a = next) {
    next = a->mate;
    access_list_remove(a);
    shared_end(c, a, 0);
    open_remove(c, a);
    access_free(c, a);
  }
  r->buffers = NULL;
}

/* Completes the buffers that the operation's request was to release. */
void issue_attach(struct window *w, struct request *r, int32_t target, uint64_t seq) {
  struct pair *p;
  HASH_FIND(hh, w->pairs, &target, sizeof target, p);
  for (struct access *a = p ? p->buffers : NULL; a && a->site.seq >= seq; a = a->next) {
    if (a->site.seq != seq)
      continue;
    a->request = r->id;
    a->mate = r->buffers;
    r->buffers = a;
  }
}

/* The rank has called MPI_Win_complete: each target is told, also those without operations. */
void issue_ended(struct check *c, struct window *w) {
  for (int32_t i = 0; w->access == ACCESS_START && i < w->started_count; i++) {
    struct pair *p = pair_get(c, w, w->started[i]);
    if (!p || p->rank < 0)
      continue;
    none_left(c, p);
    tell(c, w, p, DONE_EPOCH, 0);
  }
}

/* ... and returned. */
void issue_completed(struct check *c, struct window *w) {
  for (int32_t i = 0; i < w->started_count; i++) {
    struct pair *p = pair_get(c, w, w->started[i]);
    if (!p)
      return;
    free_buffers(c, p);
    if (p->fetched && p->matched && (p->index != w->me || c->threads))
      peer_learn(c, p->rank, p->post.time, p->post.clock);
    p->fetched = 0;
  }
}

void issue_drop(struct check *c, struct pair *p) {
  op_forget(c, p);
  while (p->buffers) {
    struct access *a = p->buffers;
    access_list_remove(a);
    if (a->request)
      request_detach(c, a);
    open_remove(c, a);
    access_free(c, a);
  }
  if (p->last)
    p->last->pair = NULL;
}
