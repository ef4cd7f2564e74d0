#include "await.h"
#include <stdlib.h>
#include "checker/core/clock.h"
#include "checker/core/window_table.h"
#include "origin.h"

#define PLACES 16 /* at which lines wait; the oldest goes */

/* One line of one thread that waits at one place. */
struct awaited {
  struct event op;      /* the last one */
  uint64_t told;        /* number of the last one that was told, and */
  struct clock *clock;  /* what its thread knew when it was issued, */
  struct own_time time; /* and the numbers of events then */
  uint64_t read, until; /* until: when the last that was not told had read; 0: all were told */
  int has_read, known;  /* known: the value, before that one was issued */
  int kept;             /* the last one, until its value is known */
  int flushed;          /* pair.issued when the thread last told a flush */
};

struct awaits {
  struct awaited at[PLACES];
  unsigned next;
};

static int places(const struct awaits *all) {
  return !all ? 0 : all->next < PLACES ? (int)all->next : PLACES;
}

/* Whether it may leave the value as it is. */
static int is_wait(const struct event_op *o) {
  return o->op == RMA_CAS ||
         ((o->op == RMA_FETCH_OP || o->op == RMA_GET_ACC) &&
          (o->reduce == REDUCE_NO_OP || (o->reduce == REDUCE_SUM && !o->operand)));
}

static int may_be_kept(const struct window *w, const struct event *e) {
  const struct event_op *o = &e->u.op;
  return o->width && !o->request && !o->target.runs && e->stack &&
         w->flavor != FLAVOR_DYNAMIC &&
         (o->epoch_kind == EPOCH_LOCK || o->epoch_kind == EPOCH_LOCK_ALL) && is_wait(o);
}

static int same_line(const struct event *a, const struct event *b) {
  const struct event_op *o = &a->u.op, *p = &b->u.op;
  return a->win == b->win && a->target == b->target && a->thread == b->thread &&
         a->stack == b->stack && a->call == b->call && a->flag == b->flag &&
         o->disp == p->disp && o->op == p->op && o->reduce == p->reduce &&
         o->width == p->width && o->epoch == p->epoch && o->epoch_kind == p->epoch_kind &&
         o->target.basic == p->target.basic && o->target.lo == p->target.lo;
}

/* Whether the thread has learned nothing and told nothing since that one was issued. */
static int is_quiet(const struct check *c, const struct awaited *p) {
  return p->clock == c->clock && p->time.settled == c->time.settled &&
         p->time.kept == c->time.kept;
}

static void note_told(struct check *c, struct awaited *p) {
  clock_drop(p->clock);
  p->clock = clock_hold(c->clock);
  p->time = c->time;
  p->told = p->op.seq;
  p->kept = p->known = 0;
  p->until = 0;
}

static void tell_kept(struct check *c, struct awaited *p) {
  struct window *w = window_find(c, p->op.win);
  if (w && !w->freed)
    issue_tell(c, w, &p->op);
  note_told(c, p);
}

/* The thread goes on with something else: who has left the value until now may have been read
 * from. */
static void end_wait(struct check *c, struct awaited *p) {
  if (p->until) {
    struct event e = {.kind = EVENT_VALUE, .phase = EVENT_ENTER, .rank = c->rank};
    e.thread = p->op.thread;
    e.win = p->op.win;
    e.target = p->op.target;
    e.flag = VALUE_OF_ACCUMULATE;
    e.u.value = (struct event_value){p->told, p->op.u.op.width, p->read, p->until};
    struct window *w = window_find(c, e.win);
    if (w && !w->freed)
      issue_unheard(c, w, &e);
  }
  p->until = 0;
  p->known = 0;
  if (p->kept)
    tell_kept(c, p);
}

static struct awaited *place_of(struct check *c, const struct event *op) {
  struct awaits *all = c->awaits;
  struct awaited *found = NULL;
  for (int i = 0; i < places(all); i++) {
    struct awaited *p = &all->at[i];
    if (same_line(&p->op, op))
      found = p;
    if (p->kept && p->op.thread == op->thread) /* its value comes after this one was issued */
      tell_kept(c, p);
  }
  if (found)
    return found;
  found = &all->at[all->next++ % PLACES];
  end_wait(c, found);
  clock_drop(found->clock);
  *found = (struct awaited){.flushed = -1};
  return found;
}

void await_end(struct check *c, int32_t thread) {
  for (int i = 0; i < places(c->awaits); i++)
    if (c->awaits->at[i].op.thread == thread)
      end_wait(c, &c->awaits->at[i]);
}

int await_keeps(struct check *c, const struct window *w, const struct event *op) {
  if (!may_be_kept(w, op)) {
    await_end(c, op->thread);
    return 0;
  }
  if (!c->awaits && !(c->awaits = calloc(1, sizeof *c->awaits)))
    return 0;
  struct awaited *p = place_of(c, op);
  if (p->known && is_quiet(c, p)) {
    p->op = *op;
    p->kept = 1;
    return 1;
  }
  end_wait(c, p);
  p->op = *op;
  note_told(c, p);
  return 0;
}

static struct awaited *find(const struct check *c, uint64_t win, uint64_t seq) {
  for (int i = 0; i < places(c->awaits); i++) {
    struct awaited *p = &c->awaits->at[i];
    if (p->op.win == win && p->op.seq == seq)
      return p;
  }
  return NULL;
}

enum awaited_says await_value(struct check *c, const struct event *value) {
  const struct event_value *v = &value->u.value;
  struct awaited *p = find(c, value->win, v->seq);
  if (!p)
    return AWAITED_NEWS;
  int same = p->has_read && p->read == v->read &&
             (p->op.u.op.op != RMA_CAS || v->read != p->op.u.op.expected);
  if (p->kept && same) {
    p->kept = 0;
    p->until = v->when ? v->when : UINT64_MAX;
    return AWAITED_NOTHING;
  }
  end_wait(c, p);
  p->known = same;
  p->has_read = 1;
  p->read = v->read;
  return same ? AWAITED_SAME : AWAITED_NEWS;
}

int await_undo(struct check *c, uint64_t seq) {
  for (int i = 0; i < places(c->awaits); i++) {
    struct awaited *p = &c->awaits->at[i];
    if (p->kept && p->op.seq == seq) {
      p->kept = 0;
      return 1;
    }
  }
  return 0;
}

/* One that the current thread has waited at, on that target. */
static int waits_on(const struct check *c, const struct awaited *p, const struct window *w,
                    const struct pair *of) {
  return p->op.win == w->id && p->op.target == of->index &&
         thread_slot(p->time.now) == thread_slot(c->time.now);
}

int await_rests(const struct check *c, const struct window *w, const struct pair *of) {
  for (int i = 0; i < places(c->awaits); i++) {
    const struct awaited *p = &c->awaits->at[i];
    if (waits_on(c, p, w, of) && p->until && p->flushed == of->issued && is_quiet(c, p))
      return 1;
  }
  return 0;
}

int await_holds(const struct check *c, const struct window *w, const struct pair *of) {
  for (int i = 0; i < places(c->awaits); i++) {
    const struct event *op = &c->awaits->at[i].op;
    if (c->awaits->at[i].kept && op->win == w->id && op->target == of->index)
      return 1;
  }
  return 0;
}

void await_flushed(struct check *c, const struct window *w, const struct pair *of) {
  for (int i = 0; i < places(c->awaits); i++)
    if (waits_on(c, &c->awaits->at[i], w, of))
      c->awaits->at[i].flushed = of->issued;
}

void await_free(struct check *c) {
  for (int i = 0; i < places(c->awaits); i++)
    clock_drop(c->awaits->at[i].clock);
  free(c->awaits);
}
