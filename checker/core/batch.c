/* batch.c: joins operations before they are told. */
#include <string.h>
#include "batch.h"
#include "clock.h"
#include "peer.h"
#include "state.h"
#include "window_table.h"

/* Offset of the operation's first byte in the window of the kept-back operation's target. */
static int64_t first_byte(const struct batch *b, int64_t disp, int64_t lo) {
  return disp * b->unit + lo;
}

/* Larger displacements cannot be addresses, and multiplying them could overflow. */
static int is_place(int64_t disp) {
  return disp >= 0 && disp < 1ll << 48;
}

static int fits(const struct event *e) {
  const struct event_op *o = &e->u.op;
  return !o->request && !o->width && !o->target.runs && !(o->target.flags & DATA_INEXACT) &&
         o->target.lo < o->target.hi && is_place(o->disp);
}

/* Returns whether one line of the program makes both, with the same datatypes. The epoch is the
 * same as long as the first is kept back (batch_before). */
static int same_call(const struct event *a, const struct event *b) {
  const struct event_op *o = &a->u.op, *p = &b->u.op;
  return a->stack && a->stack == b->stack && a->win == b->win && a->target == b->target &&
         a->thread == b->thread && a->call == b->call && o->op == p->op &&
         o->reduce == p->reduce && o->target.basic == p->target.basic &&
         o->target.element == p->target.element && o->target.flags == p->target.flags;
}

static int64_t bytes_of(const struct event *e) {
  return e->u.op.target.hi - e->u.op.target.lo;
}

/* Returns whether `e` begins where the kept-back operation ends. */
static int extends(const struct batch *b, int64_t at) {
  return !b->event.u.op.completed && at == b->end;
}

/* Returns whether `e` is the kept-back operation, which is complete, once more. Nobody knows of
 * the one and not of the other if nobody was told anything in between, so one access stands for
 * both. If others were completed together with the one, the target must be told of that. In a
 * dynamic window the memory may be attached at one time only. What a tainted process knew at
 * each is found out in the end (atomic.c). */
static int repeats(const struct check *c, const struct window *w, int64_t at) {
  const struct batch *b = &c->batch;
  const struct event_op *o = &b->event.u.op;
  return o->completed && !b->open && b->alone && o->joined == 1 && at == b->end - b->each &&
         c->time.settled <= b->moment.time && w->flavor != FLAVOR_DYNAMIC && !c->tainted;
}

/* Of an operation by the same line and of the same size. Who polls what the later of the two
 * writes learns that the accesses of this process before it are over. */
static int joins_there(const struct check *c, const struct window *w, int64_t at) {
  const struct batch *b = &c->batch;
  if (b->moment.clock != c->clock || b->moment.tainted != c->tainted ||
      c->time.kept > b->moment.time)
    return 0;
  return extends(b, at) || repeats(c, w, at);
}

static int joins(const struct check *c, const struct window *w, const struct event *e) {
  const struct batch *b = &c->batch;
  return b->rank >= 0 && fits(e) && same_call(&b->event, e) && b->each == bytes_of(e) &&
         joins_there(c, w, first_byte(b, e->u.op.disp, e->u.op.target.lo));
}

static void join(struct check *c, uint64_t seq) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  b->seq = seq;
  if (o->completed) {
    b->open = 1;
    o->again++;
    return;
  }
  b->end += b->each;
  o->target.hi += b->each;
  o->target.size += b->each;
  o->joined++;
}

/* The same number, type and kind of bytes, in one run. */
static int same_shape(const struct event_data *a, const struct event_data *b) {
  return a->present && b->present && !a->runs && !b->runs && a->size == b->size &&
         a->hi - a->lo == b->hi - b->lo && a->basic == b->basic && a->element == b->element &&
         a->flags == b->flags;
}

void batch_plain(struct check *c, const struct window *w, const struct event *e) {
  struct batch *b = &c->batch;
  const struct event_op *o = &e->u.op;
  if (b->rank < 0 || b->seq != e->seq || o->result.present || o->compare.present ||
      !o->origin.present || o->origin.runs)
    return;
  struct event_member m = window_member(w, e->target);
  b->plain = ++b->marks;
  b->origin = o->origin;
  b->room = m.size;
}

int batch_resembles(const struct check *c, const struct event *e) {
  const struct batch *b = &c->batch;
  const struct event_op *o = &e->u.op;
  return b->plain && fits(e) && same_call(&b->event, e) && !o->result.present &&
         !o->compare.present && same_shape(&b->origin, &o->origin) && b->each == bytes_of(e) &&
         b->event.u.op.target.lo == o->target.lo;
}

int batch_allows(const struct check *c, const struct again *again) {
  const struct batch *b = &c->batch;
  int64_t lo = b->event.u.op.target.lo;
  int64_t at = is_place(again->disp) ? first_byte(b, again->disp, lo) : -1;
  return at >= 0 && at + b->each <= b->room;
}

static void send(struct check *c) {
  struct batch *b = &c->batch;
  if (b->open)
    b->event.u.op.completed = 0;
  peer_send_as(c, b->rank, &b->event, &b->moment);
}

/* Of the operation that is about to be kept back. */
static void note_moment(struct check *c) {
  struct batch *b = &c->batch;
  clock_drop(b->moment.clock);
  b->moment = (struct moment){clock_hold(c->clock), c->time.noted, c->time.settled, c->tainted};
}

/* Keeps back this operation instead of the one before it, which it is like. */
static void renew(struct check *c, const struct again *again, int64_t at) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  send(c);
  b->event.seq = b->seq = again->seq;
  o->disp = again->disp;
  o->target.hi = o->target.lo + b->each;
  o->target.size = b->each;
  o->joined = 1;
  o->again = 0;
  o->completed = 0;
  b->end = at + b->each;
  b->open = 1;
  note_moment(c);
}

void batch_next(struct check *c, const struct window *w, const struct again *again) {
  int64_t at = first_byte(&c->batch, again->disp, c->batch.event.u.op.target.lo);
  if (joins_there(c, w, at))
    join(c, again->seq);
  else
    renew(c, again, at);
}

int batch_rests(const struct check *c, uint64_t win, int32_t target) {
  const struct batch *b = &c->batch;
  return b->rank >= 0 && b->plain && !b->open && b->event.win == win &&
         b->event.target == target;
}

static void forget(struct batch *b) {
  clock_drop(b->moment.clock);
  b->moment.clock = NULL;
  b->rank = -1;
  b->plain = 0;
}

void batch_send(struct check *c) {
  if (c->batch.rank < 0)
    return;
  send(c);
  forget(&c->batch);
}

void batch_before(struct check *c, int kind) {
  switch (kind) {
  case EVENT_OP:
  case EVENT_ACCESS:
  case EVENT_FLUSH:
    break;
  case EVENT_UNLOCK:
  case EVENT_UNLOCK_ALL:
    c->batch.plain = 0;
    break;
  default:
    batch_send(c);
  }
}

void batch_drop(struct check *c) {
  forget(&c->batch);
}

void batch_add(struct check *c, const struct window *w, int32_t rank, const struct event *e) {
  struct batch *b = &c->batch;
  if (joins(c, w, e)) {
    join(c, e->seq);
    return;
  }
  batch_send(c);
  if (!fits(e)) {
    peer_send(c, rank, e);
    return;
  }
  b->event = *e;
  b->event.u.op.joined = 1;
  b->open = 1;
  b->plain = 0;
  b->rank = rank;
  note_moment(c);
  b->each = bytes_of(e);
  b->unit = w->flavor == FLAVOR_DYNAMIC ? 1 : window_member(w, e->target).disp_unit;
  b->end = first_byte(b, e->u.op.disp, e->u.op.target.lo) + b->each;
  b->seq = e->seq;
}

int batch_undo(struct check *c, uint64_t seq) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  if (b->rank < 0 || b->seq != seq)
    return 0;
  if (o->completed) {
    o->again--;
    b->open = 0;
    b->seq = 0;
    return 1;
  }
  o->target.hi -= b->each;
  o->target.size -= b->each;
  b->end -= b->each;
  b->seq = 0;
  if (!--o->joined)
    forget(b);
  return 1;
}

int batch_completed(struct check *c, const struct window *w, int32_t target, int count) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  if (b->rank < 0 || b->event.win != w->id || b->event.target != target || !b->open)
    return 0;
  c->time.noted = c->time.now;
  b->alone = count == 1;
  o->completed = 1;
  o->over = c->time.now;
  o->over_settled = c->time.settled;
  b->open = 0;
  return 1;
}

void check_push(struct check *c) {
  if (!c->failed)
    batch_send(c);
}
