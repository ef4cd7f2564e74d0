/* target.c: operations at their target. Each waits in the list of its origin until it is known
 * when it is complete, and which memory this rank had exposed to it. */
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/retire.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/rules/atomic.h"
#include "checker/rules/nocheck.h"
#include "checker/rules/noput.h"
#include "checker/rules/race.h"
#include "checker/rules/shared.h"
#include "attach_order.h"
#include "attached_memory.h"
#include "lock_exposure.h"
#include "target.h"

static int is_update(const struct event_op *o) {
  return o->op != RMA_GET && o->reduce != REDUCE_NO_OP;
}

static struct access *operation(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  int64_t at = o->disp;
  if (w->flavor != FLAVOR_DYNAMIC &&
      __builtin_mul_overflow(at, (int64_t)window_own(w).disp_unit, &at))
    return NULL;
  struct access *a = access_new(c, &o->target, at);
  if (!a)
    return NULL;
  if (w->flavor != FLAVOR_DYNAMIC && !(a = shared_clip(c, a, window_own(w).size)))
    return NULL;
  struct peer *p = e->rank == c->rank ? NULL : peer_get(c, e->rank);
  if (p) {
    clock_drop(a->start);
    a->start = clock_hold(peer_head(p, e->time));
    a->start_time = e->time;
    a->first_time = o->again ? o->first : e->time;
  }
  a->tainted = (uint8_t)(p ? e->tainted : c->tainted);
  a->op = o->op;
  a->reduce = o->reduce;
  a->update = (uint8_t)is_update(o);
  access_epoch(a, o);
  a->exclusive = e->flag & OP_EXCLUSIVE;
  a->unopened = (e->flag & OP_UNOPENED) != 0;
  a->nocheck = (e->assertion & ASSERT_NOCHECK) != 0;
  a->rank = e->rank;
  a->request = o->request;
  a->fetched = o->fetched;
  a->when = o->when;
  a->site = site_of(w, e);
  a->site.assertion = 0;
  a->last_seq = a->site.seq;
  a->target = o->from;
  a->win = w->id;
  a->count = (o->joined ? o->joined : 1) + o->again;
  return a;
}

static void undo(struct check *c, struct pair *p, uint64_t seq) {
  struct access *a = p->incoming;
  if (!a || p->outside == seq)
    return;
  p->incoming = a->next;
  access_free(c, a);
}

/* The last event of the operation's rank by which it can be known that another access of it to
 * this memory is over. */
static uint64_t last_over(struct check *c, const struct access *a) {
  struct peer *p = a->rank == c->rank ? NULL : peer_get(c, a->rank);
  return !p ? c->time.touched : p->over[p->over[0] >= a->end_time];
}

static void note_over(struct check *c, const struct pair *p, int32_t rank, uint64_t time) {
  if (rank == c->rank && p->rank == rank)
    c->time.touched = c->time.acquired = c->time.now;
  else if (p->rank == rank)
    peer_over(c, rank, time);
}

/* Returns whether nothing can come after the one, which is under way, and before the other. Who
 * polls may see the one and not the other, and a tainted process may have learned in between
 * that somebody has. */
static int continues(struct check *c, const struct access *before, const struct access *a) {
  return before->end_time == NEVER && last_over(c, a) <= before->start_time &&
         (!c->looks || (access_same(before, a) && !a->tainted));
}

static void arrive(struct check *c, struct window *w, struct pair *p, const struct event *e) {
  const struct event_op *o = &e->u.op;
  int unattached = w->flavor == FLAVOR_DYNAMIC && region_check(c, w, e);
  struct access *a = operation(c, w, e);
  if (!a) {
    p->outside = e->seq;
    return;
  }
  a->unattached = (uint8_t)unattached;
  a->valued = o->width && o->op < RMA_ACC;
  if (o->width && o->op != RMA_PUT)
    atomic_issued(c, w, e, a->start, a->start_time);
  if (p->incoming && continues(c, p->incoming, a) && access_absorb(c, p->incoming, a))
    return;
  if (o->width && o->op == RMA_PUT) /* rows of data tell none */
    atomic_issued(c, w, e, a->start, a->start_time);
  a->next = p->incoming;
  p->incoming = a;
}

/* What the thread knew that tells of an operation. */
static struct clock *teller_clock(struct check *c, const struct event *e) {
  struct peer *p = e->rank == c->rank ? NULL : peer_get(c, e->rank);
  return p ? peer_head(p, e->time) : c->clock;
}

/* Other threads of the peer may have completed some of the operations before. */
static void note_ending(struct check *c, struct pair *p, struct ending e) {
  const struct peer *from = p->rank == c->rank ? NULL : peer_get(c, p->rank);
  if (from ? !from->threaded : !c->threads)
    return;
  clock_hold(e.clock);
  ending_add(c, &p->endings, e);
}

void target_issued(struct check *c, struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  struct pair *p = o->from >= 0 && o->from < w->count ? pair_get(c, w, o->from) : NULL;
  if (!p || e->rank != p->rank)
    return;
  if (e->phase == EVENT_LEAVE) {
    undo(c, p, e->seq);
    return;
  }
  arrive(c, w, p, e);
  if (o->completed) {
    note_ending(c, p, (struct ending){o->over, teller_clock(c, e), 0, ENDS_OPS, 0});
    target_complete(c, w, p, 0, e->rank, o->over, o->over_settled, o->until);
  }
}

/* An operation touches the window only after this rank exposed it, by the fence that opened the
 * epoch or by MPI_Win_post. Returns 0 as long as that has not happened. */
static int expose(struct check *c, struct window *w, struct pair *p, struct access *a) {
  if (a->epoch == EPOCH_FENCE && (int64_t)a->number > w->entered)
    return 0;
  if (a->epoch == EPOCH_START && a->number > p->posts && !w->ending)
    return 0;
  if (a->epoch == EPOCH_FENCE && w->fences) {
    const struct entry *in = &w->fences->entry[a->number % FENCE_LOG];
    if (in->number == (int64_t)a->number) {
      a->exposed = clock_hold(in->clock);
      a->exposed_time = in->time;
      if (a->update)
        noput_fence(c, w, &a->site, in);
    }
  } else if (a->epoch == EPOCH_START && a->number == p->posts) {
    a->exposed = clock_hold(p->post_clock);
    a->exposed_time = p->post_time;
  }
  return 1;
}

/* The process itself may have accessed the window in between: then they meet other accesses. A
 * poll, or an access under a lock, learns more from the later one, or tells it more. */
static int follows(struct check *c, const struct access *before, const struct access *a) {
  return a->rank != c->rank && !c->looks &&
         !(c->locked_access && a->valued && c->atomic.locked < LOCKED_MOST) &&
         last_over(c, a) <= before->end_time;
}

/* An operation after an equal one adds nothing, if nothing was told to others in between. */
static int adds_nothing(const struct access *before, const struct access *a) {
  return a->settled <= before->first_time && before->exposed == a->exposed &&
         before->exposed_time == a->exposed_time && before->lo == a->lo && before->hi == a->hi;
}

static void note_last(struct pair *p, struct access *a) {
  if (p->last)
    p->last->pair = NULL;
  a->pair = p;
  p->last = a;
}

/* A process that goes over the same places again and again has one access on the shelf for each
 * place, if it tells others nothing meanwhile, or if all that it has heard of is known here.
 * What one has heard of that is tainted by values is found out in the end (atomic.c). */
static void put_away(struct check *c, struct window *w, struct pair *p, struct access *a) {
  struct shelf *s = &c->shelves.remote[a->update];
  a->request = 0;
  if (a->update && a->end_time > w->updated)
    w->updated = a->end_time;
  if (p->last && adds_nothing(p->last, a) && follows(c, p->last, a) &&
      access_absorb(c, p->last, a))
    return;
  race_look(c, a);
  struct access *same = a->tainted & TAINTED_BY_VALUE ? NULL : shelf_newest(s, a);
  if (same && !(same->tainted & TAINTED_BY_VALUE) && adds_nothing(same, a) &&
      access_before(c, same, a) && access_absorb(c, same, a)) {
    note_last(p, same);
    return;
  }
  if (same && !w->shares && !w->waiting && shelf_succeeds(c, same, a)) {
    access_renew(c, same, a);
    note_last(p, same);
    return;
  }
  shelf_add(c, s, a);
  note_last(p, a);
}

static void tell_touched(const struct check *c, const struct access *a) {
  for (int i = 0; c->out.touched && i < a->runs; i++)
    c->out.touched(c->out.context, &a->run[i], a->update);
}

/* Takes finished operations off the list, in the order in which they ended and were issued. The
 * shelf relies on this order. */
static struct access *take_ready(struct check *c, struct window *w, struct pair *p) {
  struct access *ready = NULL, **at = &p->incoming;
  int waiting = 0;
  while (w->made && *at) {
    struct access *a = *at;
    if (a->end_time == NEVER || !expose(c, w, p, a)) {
      waiting += a->end_time != NEVER;
      at = &a->next;
      continue;
    }
    *at = a->next;
    struct access **before = &ready;
    while (*before && (*before)->end_time < a->end_time)
      before = &(*before)->next;
    a->next = *before;
    *before = a;
  }
  w->waiting += waiting - p->waiting;
  p->waiting = waiting;
  return ready;
}

static void finish(struct check *c, struct window *w, struct pair *p) {
  struct access *ready = take_ready(c, w, p);
  while (ready) {
    struct access *a = ready;
    ready = a->next;
    a->next = NULL;
    access_place(w, a);
    tell_touched(c, a);
    exposure_operation(c, w, p, a);
    nocheck_operation(c, w, a);
    attached_judge(c, w, a);
    chronicle_updated(c, w, a);
    put_away(c, w, p, a);
  }
  shelf_retire(c);
}

/* The origin of MPI_Win_start need not wait for the post. It may be in its next epoch before
 * this rank has waited for the end of the last one, and that wait does not concern the next
 * epoch. */
static int is_concerned(const struct pair *p, const struct access *a, int start) {
  return a->epoch == EPOCH_START ? start && a->number <= p->posts : !start;
}

/* Whether the thread that has told this knew of the operation; `e`: NULL or without DONE_KNOWN,
 * which is of all. */
static int is_known(struct check *c, const struct event *e, const struct access *a) {
  if (!e || !(e->u.done.how & DONE_KNOWN))
    return 1;
  if (e->rank == c->rank)
    return threads_current_knows(c, a->start_time);
  const struct peer *p = peer_get(c, e->rank);
  return p && clock_knew(peer_head(p, e->time), e->rank, e->time, e->rank, a->start_time);
}

static void complete_told(struct check *c, struct window *w, struct pair *p, int start,
                          const struct event *e, int32_t rank, uint64_t time, uint64_t settled,
                          uint64_t when) {
  for (struct access *a = p->incoming; a; a = a->next)
    if (a->end_time == NEVER && is_concerned(p, a, start) && is_known(c, e, a)) {
      a->end_rank = rank;
      a->end_time = time;
      a->settled = settled;
      note_over(c, p, rank, time);
      a->until = when;
      if (a->valued)
        atomic_over(c, a);
    }
  finish(c, w, p);
}

void target_complete(struct check *c, struct window *w, struct pair *p, int start, int32_t rank,
                     uint64_t time, uint64_t settled, uint64_t when) {
  complete_told(c, w, p, start, NULL, rank, time, settled, when);
}

/* A get has read all it reads when its data is at the origin. Returns how many were completed.
 */
static int complete_gets(struct check *c, struct pair *p, const struct event *e, int32_t rank,
                         uint64_t time, uint64_t settled) {
  uint64_t seq = e->u.done.seq;
  int n = 0;
  for (struct access *a = p->incoming; a; a = a->next)
    if (a->end_time == NEVER && a->op == RMA_GET && (!seq || a->site.seq == seq) &&
        is_known(c, e, a)) {
      a->end_rank = rank;
      a->end_time = time;
      a->settled = settled;
      note_over(c, p, rank, time);
      n++;
    }
  return n;
}

void target_done(struct check *c, struct window *w, const struct event *e) {
  int32_t from = e->u.done.from;
  struct pair *p = from >= 0 && from < w->count ? pair_get(c, w, from) : NULL;
  if (!p || e->rank != p->rank)
    return;
  int own = e->rank == c->rank;
  uint64_t time = own ? c->time.now : e->time, said = own ? c->time.settled : e->settled;
  int how = e->u.done.how & ~DONE_KNOWN;
  struct clock *clock = teller_clock(c, e);
  if (how == DONE_REMOTE) {
    note_ending(c, p, (struct ending){time, clock, 0, ENDS_OPS, 0});
    complete_told(c, w, p, 0, e, e->rank, time, said, e->u.done.when);
    return;
  }
  int n = complete_gets(c, p, e, e->rank, time, said);
  if (how != DONE_EPOCH && !(n && e->u.done.seq))
    note_ending(c, p, (struct ending){time, clock, e->u.done.seq, ENDS_GETS, 0});
  finish(c, w, p);
  if (how != DONE_EPOCH)
    return;
  if (own && !c->threads)
    return;
  struct release r = {.time = time, .tainted = own ? 0 : e->tainted};
  r.clock = clock_hold(clock);
  if (!own) {
    p->ends++;
    p->completed = e->time;
  }
  if (!queue_push(c, &p->ended, &r, sizeof r))
    clock_drop(r.clock);
}

/* It is known now where the window lies, or which fence was entered. */
void target_ready(struct check *c, struct window *w) {
  for (struct pair *p = w->pairs; p; p = p->hh.next)
    if (p->incoming)
      finish(c, w, p);
}

/* This rank has entered a fence: operations that waited for it go on. */
void target_reached(struct check *c, struct window *w, const struct site *fence) {
  struct entry *in = &w->fences->entry[++w->entered % FENCE_LOG];
  clock_drop(in->clock);
  *in = (struct entry){w->entered, c->time.now, clock_hold(c->clock), *fence};
  target_ready(c, w);
}

void target_drop(struct check *c, struct pair *p) {
  struct access *next;
  for (struct access *a = p->incoming; a; a = next) {
    next = a->next;
    access_free(c, a);
  }
  p->incoming = NULL;
}
