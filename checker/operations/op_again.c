#include "checker/core/access.h"
#include "checker/core/batch.h"
#include "checker/core/memory.h"
#include "checker/core/shelf.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "op_again.h"

void op_first(struct check *c, const struct window *w, const struct event *e, int quiet) {
  if (quiet && w->flavor != FLAVOR_DYNAMIC && w->access != ACCESS_START)
    batch_plain(c, w, e);
}

/* Returns whether the buffer is one run of bytes that nothing but its operation concerns: no
 * lock, no request. */
static int is_simple(const struct access *a) {
  return a->runs == 1 && a->one.count == 1 && !a->request && !a->gone && !a->holds &&
         !a->shared;
}

/* Returns whether the buffer was used by the line of the kept-back operation, and whether this
 * process knew of others then what it knows now. */
static int is_of_line(const struct check *c, const struct access *a) {
  const struct event *e = &c->batch.event;
  return a->site.stack == e->stack && a->site.thread == e->thread && a->site.call == e->call &&
         a->win == e->win && a->start == c->clock && a->tainted == (uint8_t)c->tainted;
}

/* Returns whether the bytes are in no window and no other operation under way uses them. */
static int is_apart(const struct check *c, int64_t lo, int64_t hi, int update) {
  return !memory_holds(c, lo, hi) && !shared_meets(c, INT64_MIN, INT64_MAX) &&
         !shelf_touched(&c->in_use.open[1], lo, hi) &&
         (!update || !shelf_touched(&c->in_use.open[0], lo, hi));
}

/* The buffer in use also stands for this one. */
static int extend(struct check *c, struct access *a, const struct again *again, int64_t size) {
  int64_t lo = again->origin;
  int same = lo == a->lo && lo + size == a->hi && !a->update;
  if (!is_simple(a) || !is_of_line(c, a) || c->time.settled > a->first_time ||
      (!same && lo != a->hi))
    return 0;
  if (!same) {
    a->one.length += size;
    a->hi = lo + size;
    shelf_widen(a);
    watch_more(c, a, &(struct event_run){lo, size, 1, 1});
  }
  a->count++;
  a->start_time = c->time.now;
  a->last_seq = again->seq;
  return 1;
}

/* The buffer is in use again, perhaps at other addresses. */
static int reuse(struct check *c, struct pair *p, const struct again *again, int64_t size) {
  struct access *a = p->resting;
  if (!a || !is_of_line(c, a))
    return 0;
  p->resting = NULL;
  a->one = (struct event_run){again->origin, size, 1, 1};
  a->lo = again->origin;
  a->hi = again->origin + size;
  a->site.disp = again->disp;
  a->site.seq = a->last_seq = again->seq;
  a->first_time = a->start_time = c->time.now;
  a->end_time = NEVER;
  a->count = 1;
  a->stored = 0;
  access_list_add(&p->buffers, a);
  open_add(c, a);
  return 1;
}

int op_again_at(struct check *c, struct window *w, const struct again *again) {
  const struct batch *b = &c->batch;
  int64_t size = b->origin.hi - b->origin.lo;
  int update = b->event.u.op.op == RMA_GET;
  if (c->threads || !batch_allows(c, again) ||
      !is_apart(c, again->origin, again->origin + size, update))
    return 0;
  struct pair *p = pair_get(c, w, b->event.target);
  if (!p || !(p->buffers ? extend(c, p->buffers, again, size) : reuse(c, p, again, size)))
    return 0;
  batch_next(c, w, again);
  p->issued++;
  p->gets += update;
  c->lock_order.fetches += (unsigned)update;
  if (w->access == ACCESS_NONE)
    w->fence_ops++;
  return 1;
}

int op_again(struct check *c, struct window *w, const struct event *e) {
  struct again again = {e->u.op.disp, e->u.op.origin.lo, e->seq};
  return batch_resembles(c, e) && op_again_at(c, w, &again);
}

int op_rests(struct check *c, struct pair *p) {
  struct access *a = p->buffers;
  if (c->threads || !a || a->next || !is_simple(a) || !batch_rests(c, a->win, p->index) ||
      memory_meets(c, a))
    return 0;
  open_remove(c, a);
  access_list_remove(a);
  op_forget(c, p);
  p->resting = a;
  return 1;
}

void op_forget(struct check *c, struct pair *p) {
  if (p->resting)
    access_free(c, p->resting);
  p->resting = NULL;
}
