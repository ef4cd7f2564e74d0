/* rma_op.c: does an open access epoch allow this RMA operation? (sections 11.3 and 11.5) */
#include "checker/core/array.h"
#include "checker/core/clock.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/rules/epoch_threads.h"
#include "checker/tell/claim.h"
#include "attached_memory.h"
#include "await.h"
#include "got.h"
#include "rma_buffers.h"
#include "op_again.h"
#include "origin.h"
#include "pair.h"
#include "rma_request.h"

static int is_update(const struct event_op *o) {
  return o->op != RMA_GET && o->reduce != REDUCE_NO_OP && o->target.size > 0;
}

static void say_op(struct check *c, struct window *w, const struct event *e, struct finding *f,
                   const struct site *other, enum location_role role) {
  struct site s = site_of(w, e);
  f->window.owner = s.target;
  f->window.size = window_member(w, e->target).size;
  f->window.disp_unit = window_member(w, e->target).disp_unit;
  claim_site(f, w, &s, ROLE_RMA_OPERATION);
  if (other)
    claim_site(f, NULL, other, role);
  claim_out(c, f);
}

static void say_outside(struct check *c, struct window *w, const struct event *e) {
  const struct site *last = w->fence_count ? fence_last(w) : NULL;
  int promised = last && w->closed_by_set && w->closed_by.seq == last->seq &&
                 (last->assertion & ASSERT_NOSUCCEED);
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = promised           ? claim(OP_AFTER_NOSUCCEED, w, call, target)
                     : w->closed_by_set ? claim(OP_AFTER_EPOCH, w, call, target)
                                        : claim(OP_BEFORE_EPOCHS, w, call, target);
  if (promised)
    say_op(c, w, e, &f, last, ROLE_ASSERTION);
  else
    say_op(c, w, e, &f, w->closed_by_set ? &w->closed_by : NULL, ROLE_EPOCH_CLOSED);
}

/* The rank has locked or started other targets only. */
static void say_target(struct check *c, struct window *w, const struct event *e) {
  const char *call = call_name(e->call);
  int32_t target = window_rank(w, e->target);
  struct finding f = w->access == ACCESS_LOCK ? claim(TARGET_NOT_LOCKED, w, call, target)
                                              : claim(TARGET_NOT_STARTED, w, call, target);
  say_op(c, w, e, &f, &w->access_site, ROLE_EPOCH_OPENED);
}

/* A request-based operation belongs in a passive target epoch (section 11.3.5). */
static void check_request(struct check *c, struct window *w, const struct event *e,
                          const struct site *opener) {
  if (!e->u.op.request)
    return;
  struct finding f =
      claim(RMA_REQUEST_ACTIVE, w, call_name(e->call), window_rank(w, e->target));
  say_op(c, w, e, &f, opener, ROLE_EPOCH_OPENED);
}

/* Returns whether an epoch allows it. */
static int check_epoch(struct check *c, struct window *w, const struct event *e) {
  struct site s = site_of(w, e);
  if (w->extra_lock_alls || passive_lock(w, e->target))
    return 1;
  switch (w->access) {
  case ACCESS_LOCK_ALL:
    return 1;
  case ACCESS_LOCK:
    say_target(c, w, e);
    return 0;
  case ACCESS_START:
    check_request(c, w, e, &w->access_site);
    if (!pair_started(w, e->target)) {
      say_target(c, w, e);
      return 0;
    }
    if (is_update(&e->u.op))
      pair_update(c, w, e->target, &s);
    return 1;
  case ACCESS_NONE:
    break;
  }
  if (!w->fence_open) {
    say_outside(c, w, e);
    return 0;
  }
  check_request(c, w, e, fence_last(w));
  if (!w->fence_ops++)
    w->fence_op = s;
  return 1;
}

/* The call failed, so no operation was issued. */
static void op_undo(struct window *w) {
  if (w->access == ACCESS_NONE && w->fence_open && w->fence_ops)
    w->fence_ops--;
}

/* Returns the entry of the thread, and moves it to the front. */
static struct calling *calling(struct check *c, struct window *w, int32_t thread) {
  struct calling own = {thread, 0, 0};
  int i = 0;
  if (w->calling_count && w->calling->thread == thread)
    return w->calling;
  while (i < w->calling_count && w->calling[i].thread != thread)
    i++;
  w->calling = check_grow(c, w->calling, &w->calling_room, i + 1, sizeof *w->calling);
  if (c->failed)
    return NULL;
  if (i < w->calling_count)
    own = w->calling[i];
  else
    w->calling_count++;
  w->calling[i] = w->calling[0];
  w->calling[0] = own;
  return w->calling;
}

void op_feed(struct check *c, struct window *w, const struct event *e) {
  struct calling *op = calling(c, w, e->thread);
  if (!op)
    return;
  if (e->target < 0) /* the target is MPI_PROC_NULL: the call has no effect */
    return;
  if (e->phase == EVENT_ENTER) {
    op->seq = e->seq;
    if (op_again(c, w, e)) {
      op->issued = 1;
      return;
    }
    uint64_t claims = c->claims;
    int allowed = check_epoch(c, w, e);
    op->issued = data_check(c, w, e) && allowed;
    if (op->issued && c->threads)
      epoch_threads_op(c, w, e);
    int quiet = c->claims == claims;
    if (op->issued)
      issue(c, w, e);
    op_first(c, w, e, quiet);
    return;
  }
  if (!e->ok) {
    op_undo(w);
    if (op->issued)
      issue_undo(c, w, e, op->seq);
    if (op->issued && e->flag)
      region_refused(c, w, e);
  } else {
    request_add(c, w, e, op);
    /* A call around this one, of which this was a callback, is not told apart from it. */
    *op = (struct calling){.thread = op->thread};
  }
}

uint64_t check_row(struct check *c, uint64_t seq) {
  const struct batch *b = &c->batch;
  if (b->rank < 0 || b->seq != seq)
    return seq;
  if (!b->event.u.op.width)
    return 0;
  if (b->event.seq == seq)
    got_issued(c, &b->event);
  return b->event.seq;
}

uint64_t check_mark(const struct check *c, uint64_t seq) {
  return c->batch.seq == seq ? c->batch.plain : 0;
}

/* The next event of this rank is counted as if it were fed. */
static void count_next(struct check *c) {
  c->time.noted = c->time.now += EVENT_STEP;
  c->time.segment = 0;
}

int check_again(struct check *c, uint64_t mark, uint64_t seq, int64_t disp, int64_t origin) {
  int known = mark && c->batch.plain == mark && !c->threads;
  struct window *w = known ? window_find(c, c->batch.event.win) : NULL;
  struct calling *op = w ? calling(c, w, c->batch.event.thread) : NULL;
  uint64_t noted = c->time.noted, segment = c->time.segment;
  if (!op)
    return 0;
  count_next(c);
  if (!op_again_at(c, w, &(struct again){disp, origin, seq})) {
    c->time.now -= EVENT_STEP;
    c->time.noted = noted;
    c->time.segment = segment;
    return 0;
  }
  chronicle_again(w);
  op->seq = seq;
  op->issued = 1;
  return 1;
}

/* Operations of that line are allowed because the target is locked. */
int check_locked(const struct check *c, uint64_t mark) {
  const struct batch *b = &c->batch;
  return mark && b->plain == mark && !c->threads &&
         (b->event.u.op.epoch_kind == EPOCH_LOCK || b->event.u.op.epoch_kind == EPOCH_LOCK_ALL);
}

/* By a flush in shared memory the stores before it become visible. */
int check_all_complete(const struct check *c, uint64_t win, int locally) {
  const struct window *w = window_find(c, win);
  if (!w || w->freed || c->threads || w->flavor == FLAVOR_SHARED)
    return 0;
  if (w->access != ACCESS_LOCK_ALL && !w->extra_lock_alls && !w->locks)
    return 0;
  for (const struct pair *p = w->pairs; p; p = p->hh.next)
    if (p->buffers || p->gets || (p->issued && !locally) || await_holds(c, w, p))
      return 0;
  return 1;
}

int check_flushed(struct check *c, uint64_t mark, uint64_t when) {
  struct window *w = check_locked(c, mark) ? window_find(c, c->batch.event.win) : NULL;
  int32_t target = c->batch.event.target;
  if (!w)
    return 0;
  count_next(c);
  issue_done(c, w, target, 1, when);
  issue_done_locally(c, w, target, 1);
  return 1;
}
