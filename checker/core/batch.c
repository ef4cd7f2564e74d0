/* batch.c: joins operations before they are told. */
#include <stdlib.h>
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
  return !o->request && (!o->width || o->op < RMA_ACC) && !o->target.runs &&
         !(o->target.flags & DATA_INEXACT) && o->target.lo < o->target.hi && is_place(o->disp);
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

/* Returns whether the kept-back operation is complete and may be made once more. Nobody knows
 * of the one and not of the other if nobody was told anything in between, so one access stands
 * for both. If others were completed together with the one, the target must be told of that. In
 * a dynamic window the memory may be attached at one time only. What a process that is tainted
 * by values knew at each is found out in the end (atomic.c). */
static inline int may_repeat(const struct check *c, const struct window *w) {
  const struct batch *b = &c->batch;
  const struct event_op *o = &b->event.u.op;
  return o->completed && !b->open && b->alone && o->joined == 1 && !o->width &&
         c->time.settled <= b->since && w->flavor != FLAVOR_DYNAMIC &&
         !(c->tainted & TAINTED_BY_VALUE);
}

/* Who polls what the later of the two writes learns that the accesses of this process before it
 * are over. */
static int knows_the_same(const struct check *c) {
  const struct batch *b = &c->batch;
  return b->moment.clock == c->clock && b->moment.tainted == c->tainted &&
         c->time.kept <= b->since;
}

/* Of an operation by the same line and of the same size. */
static int joins_there(const struct check *c, const struct window *w, int64_t at) {
  const struct batch *b = &c->batch;
  return knows_the_same(c) && (extends(b, at) || (at == b->end - b->each && may_repeat(c, w)));
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
    b->time_before = b->moment.time;
    if (!o->again++)
      o->first = b->moment.time;
    b->moment.time = c->time.noted;
    return;
  }
  b->end += b->each;
  o->target.hi += b->each;
  o->target.size += b->each;
  if (o->op == RMA_PUT || o->target.size > VALUE_BYTES)
    o->width = 0;
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

static struct laid last_of(const struct batch *b) {
  const struct event_op *o = &b->event.u.op;
  return (struct laid){.at = b->end - b->each,
                       .disp = o->disp,
                       .seq = b->event.seq,
                       .time = b->moment.time,
                       .first = o->first,
                       .over = o->over,
                       .over_settled = o->over_settled,
                       .again = o->again};
}

static void become(struct event *e, const struct laid *l) {
  struct event_op *o = &e->u.op;
  e->seq = l->seq;
  o->disp = l->disp;
  o->first = l->first;
  o->over = l->over;
  o->over_settled = l->over_settled;
  o->again = l->again;
  o->joined = o->completed = 1;
  o->width = 0;
}

static int by_completion(const void *x, const void *y) {
  const struct laid *a = *(const struct laid *const *)x, *b = *(const struct laid *const *)y;
  return a->over < b->over ? -1 : a->over > b->over;
}

static void send_laid(struct check *c) {
  struct batch *b = &c->batch;
  struct laid *all[LAID];
  int n = 0;
  for (int i = 0; i < LAID && n < b->laid_count; i++)
    if (b->laid[i].over)
      all[n++] = &b->laid[i];
  qsort(all, (size_t)n, sizeof *all, by_completion);
  struct event e = b->event;
  e.u.op.target.hi = e.u.op.target.lo + b->each;
  e.u.op.target.size = b->each;
  struct moment m = b->moment;
  for (int i = 0; i < n; i++) {
    become(&e, all[i]);
    m.time = all[i]->time;
    peer_send_as(c, b->rank, &e, &m);
    all[i]->over = 0;
  }
  b->laid_count = 0;
}

/* Others may hear of this process by what it has put, once that is complete. */
static __attribute__((noinline)) void note_heard(struct check *c) {
  const struct event *e = &c->batch.event;
  if (e->u.op.op != RMA_PUT || e->u.op.completed)
    return;
  struct window *w = window_find(c, e->win);
  struct pair *p = w ? pair_find(w, e->target) : NULL;
  if (p)
    p->heard = 1;
}

static void send(struct check *c) {
  struct batch *b = &c->batch;
  if (b->laid_count)
    send_laid(c);
  if (b->open)
    b->event.u.op.completed = 0;
  peer_send_as(c, b->rank, &b->event, &b->moment);
  if (b->event.u.op.width)
    note_heard(c);
}

/* Of the operation that is about to be kept back. */
static void note_moment(struct check *c) {
  struct batch *b = &c->batch;
  clock_drop(b->moment.clock);
  b->moment = (struct moment){clock_hold(c->clock), c->time.noted, c->time.settled, c->tainted};
  b->since = c->time.noted;
}

#define RENEWED_MOST 1 /* with the value told: of a get, among two in a row with a gap */

/* Keeps back this operation, which is like the one before it, as the last. */
static void renew(struct check *c, const struct again *again, int64_t at) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  b->event.seq = b->seq = again->seq;
  o->disp = again->disp;
  o->target.hi = o->target.lo + b->each;
  o->target.size = b->each;
  o->joined = 1;
  o->again = 0;
  o->completed = 0;
  o->until = 0;
  if (o->op == RMA_PUT || b->renewed++ >= RENEWED_MOST)
    o->width = 0;
  b->end = at + b->each;
  b->open = 1;
}

static struct laid *laid_at(struct batch *b, int64_t at) {
  return &b->laid[(uint64_t)at / (uint64_t)b->each % LAID];
}

/* An operation that was laid by becomes the last one again. */
static void take_back(struct batch *b, struct laid *l) {
  become(&b->event, l);
  b->event.u.op.target.hi = b->event.u.op.target.lo + b->each;
  b->event.u.op.target.size = b->each;
  b->moment.time = l->time;
  b->end = l->at + b->each;
  b->open = 0;
  b->alone = 1;
  l->over = 0;
  b->laid_count--;
}

/* Lays the last operation by, because the line goes on at another place. Returns 0 if there is
 * no room for it or for one at that place. */
static int lay_by(struct check *c, const struct again *again, int64_t at) {
  struct batch *b = &c->batch;
  if (!b->laid && !(b->laid = calloc(LAID, sizeof *b->laid)))
    return 0;
  struct laid *last = laid_at(b, b->end - b->each), *there = laid_at(b, at);
  if (there == last || (there->over && there->at != at))
    return 0;
  *last = last_of(b);
  b->laid_count++;
  if (there->over) {
    take_back(b, there);
    join(c, again->seq);
  } else {
    renew(c, again, at);
    b->moment.time = c->time.noted;
  }
  return 1;
}

void batch_next(struct check *c, const struct window *w, const struct again *again) {
  struct batch *b = &c->batch;
  int64_t at = first_byte(b, again->disp, b->event.u.op.target.lo);
  if (joins_there(c, w, at))
    join(c, again->seq);
  else if (!knows_the_same(c) || !may_repeat(c, w) || !lay_by(c, again, at)) {
    if (b->event.u.op.op == RMA_PUT && !b->event.u.op.completed) /* a row with gaps */
      b->event.u.op.width = 0;
    send(c);
    renew(c, again, at);
    note_moment(c);
  }
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
  if (c->batch.rank < 0)
    return;
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
  free(c->batch.laid);
  c->batch.laid = NULL;
  c->batch.laid_count = 0;
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
  b->renewed = 0;
  b->rank = rank;
  note_moment(c);
  b->each = bytes_of(e);
  b->unit = w->flavor == FLAVOR_DYNAMIC ? 1 : window_member(w, e->target).disp_unit;
  b->end = first_byte(b, e->u.op.disp, e->u.op.target.lo) + b->each;
  b->seq = e->seq;
}

/* The last but one is the last again. */
static void undo_last(struct batch *b) {
  struct laid *last = NULL;
  for (int i = 0; i < LAID && b->laid_count; i++)
    if (b->laid[i].over && (!last || b->laid[i].over > last->over))
      last = &b->laid[i];
  if (last)
    take_back(b, last);
  else
    forget(b);
}

int batch_undo(struct check *c, uint64_t seq) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  if (b->rank < 0 || b->seq != seq)
    return 0;
  if (o->completed) {
    o->again--;
    b->moment.time = b->time_before;
    b->open = 0;
    b->seq = 0;
    return 1;
  }
  o->target.hi -= b->each;
  o->target.size -= b->each;
  b->end -= b->each;
  b->seq = 0;
  if (!--o->joined)
    undo_last(b);
  return 1;
}

int batch_completed(struct check *c, const struct window *w, int32_t target, int count,
                    uint64_t when) {
  struct batch *b = &c->batch;
  struct event_op *o = &b->event.u.op;
  if (b->rank < 0 || b->event.win != w->id || b->event.target != target || !b->open ||
      thread_slot(b->moment.time) != thread_slot(c->time.now))
    return 0;
  c->time.noted = c->time.now;
  b->alone = count == 1;
  o->completed = 1;
  o->over = c->time.now;
  o->over_settled = c->time.settled;
  if (o->width && o->op == RMA_PUT) {
    o->until = when ? when : UINT64_MAX;
    c->time.settled = c->time.now;
  }
  b->open = 0;
  return 1;
}

struct event_op *batch_open(struct check *c, uint64_t seq) {
  struct batch *b = &c->batch;
  return b->rank >= 0 && b->open && b->event.seq == seq ? &b->event.u.op : NULL;
}

void check_push(struct check *c) {
  if (!c->failed)
    batch_send(c);
}
