/* batch.c: joins operations before they are told. Operations that one line of the program makes
 * on one target, each right after the bytes of the one before, with nothing else in between,
 * are told as one. The last one is kept back to see whether the next one continues it. */
#include <string.h>
#include "batch.h"
#include "clock.h"
#include "peer.h"
#include "state.h"
#include "window_table.h"

static int64_t first_byte(const struct window *w, const struct event *e) {
  int64_t unit = w->flavor == FLAVOR_DYNAMIC ? 1 : window_member(w, e->target).disp_unit;
  return e->u.op.disp * unit + e->u.op.target.lo;
}

/* Larger displacements cannot be addresses, and multiplying them could overflow. */
static int fits(const struct event *e) {
  const struct event_op *o = &e->u.op;
  return !o->request && !o->width && !o->target.runs && !(o->target.flags & DATA_INEXACT) &&
         o->target.lo < o->target.hi && o->disp >= 0 && o->disp < 1ll << 48;
}

static int alike(const struct event *a, const struct event *b) {
  const struct event_op *o = &a->u.op, *p = &b->u.op;
  return a->stack && a->stack == b->stack && a->win == b->win && a->target == b->target &&
         a->thread == b->thread && a->call == b->call && a->flag == b->flag &&
         a->assertion == b->assertion && o->op == p->op && o->reduce == p->reduce &&
         o->epoch_kind == p->epoch_kind && o->epoch == p->epoch &&
         o->target.basic == p->target.basic && o->target.element == p->target.element &&
         o->target.flags == p->target.flags;
}

/* Returns whether `e` continues exactly where the kept-back operation ends. */
static int join(struct check *c, const struct window *w, const struct event *e) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  int64_t bytes = e->u.op.target.hi - e->u.op.target.lo;
  if (b->rank < 0 || !fits(e) || !alike(&b->event, e) || b->moment.clock != c->clock ||
      b->tainted != c->tainted || b->each != bytes || first_byte(w, e) != b->end)
    return 0;
  b->end += bytes;
  b->seq = e->seq;
  o->target.hi += bytes;
  o->target.size += bytes;
  o->joined++;
  return 1;
}

static void forget(struct batch *b) {
  clock_drop(b->moment.clock);
  b->moment.clock = NULL;
  b->rank = -1;
}

void batch_send(struct check *c) {
  struct batch *b = &c->batch;
  if (b->rank < 0)
    return;
  peer_send_as(c, b->rank, &b->event, &b->moment);
  forget(b);
}

void batch_drop(struct check *c) {
  forget(&c->batch);
}

void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e) {
  struct batch *b = &c->batch;
  if (join(c, w, e))
    return;
  batch_send(c);
  if (!fits(e)) {
    peer_send(c, rank, e);
    return;
  }
  b->event = *e;
  b->event.u.op.joined = 1;
  b->rank = rank;
  b->tainted = c->tainted;
  b->moment = (struct moment){clock_hold(c->clock), c->time.noted, c->time.settled};
  b->each = e->u.op.target.hi - e->u.op.target.lo;
  b->end = first_byte(w, e) + b->each;
  b->seq = e->seq;
}

int batch_undo(struct check *c, uint64_t seq) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  if (b->rank < 0 || b->seq != seq)
    return 0;
  o->target.hi -= b->each;
  o->target.size -= b->each;
  b->end -= b->each;
  b->seq = 0;
  if (!--o->joined)
    forget(b);
  return 1;
}

void check_push(struct check *c) {
  if (!c->failed)
    batch_send(c);
}
