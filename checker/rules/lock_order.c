#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "lock_order.h"

#define FIRST_TIMES 8         /* a line tells of its first locks, */
#define TIMES_MOST (1u << 20) /* then of each that is a power of two */
#define LEARNINGS_MOST 64
#define CIRCLE_MOST 8      /* of so many ranks, */
#define LOOKS_MOST 5000000 /* and so many pairs are compared to find circles */

struct nested_lock {
  int32_t rank;
  uint64_t time;       /* it has got the lock, */
  struct clock *clock; /* and knew this when it asked for it */
  struct event_nested locks;
  int told;
};

/* Told rank 0 as any other rank's. */
static void tell(struct check *c, const struct event_nested *n) {
  struct event e = {.kind = EVENT_NESTED, .rank = c->rank, .target = -1};
  e.u.nested = *n;
  if (c->rank)
    peer_send(c, 0, &e);
  else
    lock_order_heard(c, &e);
}

void lock_order_learned(struct check *c) {
  struct lock_order *o = &c->lock_order;
  if (o->learned)
    return;
  o->learned = 1;
  if (o->learnings < LEARNINGS_MOST) {
    o->learnings++;
    tell(c, &(struct event_nested){0});
  }
}

void lock_order_unsure(struct check *c) {
  lock_order_learned(c);
  c->lock_order.learnings = LEARNINGS_MOST;
}

/* What a process has read was stored by others that have not met it yet. */
void lock_order_met(struct check *c) {
  if (c->lock_order.learnings < LEARNINGS_MOST)
    c->lock_order.learned = 0;
}

static struct event_locked locked_of(const struct held_lock *h) {
  return (struct event_locked){.win = h->win,
                               .index = h->index,
                               .rank = h->site.target,
                               .exclusive = h->site.exclusive,
                               .call = h->site.call,
                               .thread = h->site.thread,
                               .stack = h->site.stack};
}

/* Returns whether rank 0 is told of this time that the two lines take their locks. */
static int worth_telling(struct lock_order *o, uint32_t stack, uint32_t first) {
  int i = 0;
  while (i < o->lines && (o->line[i].stack != stack || o->line[i].first != first))
    i++;
  if (i == LOCK_LINES)
    return 0;
  if (i == o->lines) {
    o->line[o->lines].stack = stack;
    o->line[o->lines++].first = first;
  }
  uint32_t times = o->line[i].times;
  if (times >= TIMES_MOST)
    return 0;
  o->line[i].times = ++times;
  return times <= FIRST_TIMES || !(times & (times - 1));
}

/* The lock is the last of those that are held. What the thread holds has to be known as a
 * whole: a lock that is left out may be the one that keeps the others apart. */
static void nest(struct check *c) {
  struct lock_order *o = &c->lock_order;
  const struct held_lock *last = &o->held[o->count - 1];
  struct event_nested n = {.wanted = locked_of(last)};
  for (int i = 0; i < o->count; i++)
    o->held[i].nested = 1;
  if (last->nocheck || o->more || o->learned || c->tainted & TAINTED_BY_VALUE || c->peers.doubt)
    return;
  for (int i = 0; i < o->count - 1; i++) {
    const struct window *w = window_find(c, o->held[i].win);
    const struct lock *l = w ? passive_lock(w, o->held[i].index) : NULL;
    if (n.helds == EVENT_HOLDS || !l || !l->held || l->site.thread != last->site.thread)
      return;
    if (!o->held[i].nocheck)
      n.held[n.helds++] = locked_of(&o->held[i]);
  }
  if (n.helds && worth_telling(o, n.wanted.stack, n.held[0].stack))
    tell(c, &n);
}

void lock_order_locked(struct check *c, struct window *w, const struct lock *l) {
  struct lock_order *o = &c->lock_order;
  if (o->count == LOCKS_HELD) {
    o->more++;
    return;
  }
  o->held[o->count++] = (struct held_lock){.win = w->id,
                                           .index = l->index,
                                           .nocheck = (l->site.assertion & ASSERT_NOCHECK) != 0,
                                           .own = l->index == w->me,
                                           .fetches = o->fetches,
                                           .site = l->site};
  if (o->count > 1)
    nest(c);
}

void lock_order_unlocked(struct check *c, uint64_t win, int32_t index) {
  struct lock_order *o = &c->lock_order;
  int i = 0;
  while (i < o->count && (o->held[i].win != win || o->held[i].index != index))
    i++;
  if (i == o->count) {
    o->more -= o->more > 0;
    return;
  }
  const struct held_lock *h = &o->held[i];
  if (!h->nested && (h->own || h->fetches != o->fetches))
    lock_order_learned(c);
  for (o->count--; i < o->count; i++)
    o->held[i] = o->held[i + 1];
}

void lock_order_heard(struct check *c, const struct event *e) {
  struct lock_order *o = &c->lock_order;
  int own = e->rank == c->rank;
  uint64_t time = own ? c->time.now : e->time;
  if (!e->u.nested.helds) {
    struct event_entry learner = {e->rank, time};
    if (o->learners.count < LOCKS_TOLD)
      queue_push(c, &o->learners, &learner, sizeof learner);
    return;
  }
  const struct peer *p = own ? NULL : peer_get(c, e->rank);
  if (o->nested.count == LOCKS_TOLD || (!own && (!p || e->tainted & TAINTED_BY_VALUE)))
    return;
  struct nested_lock n = {.rank = e->rank,
                          .time = time,
                          .clock = clock_hold(own ? c->clock : peer_head(p, time)),
                          .locks = e->u.nested};
  if (!queue_push(c, &o->nested, &n, sizeof n))
    clock_drop(n.clock);
}

static int excludes(const struct event_locked *a, const struct event_locked *b) {
  return a->win == b->win && a->index == b->index && (a->exclusive || b->exclusive);
}

/* Returns the lock for which `a` would wait, if `b` holds it; or NULL. */
static const struct event_locked *awaited(const struct nested_lock *a,
                                          const struct nested_lock *b) {
  for (int i = 0; i < b->locks.helds; i++)
    if (excludes(&a->locks.wanted, &b->locks.held[i]))
      return &b->locks.held[i];
  return NULL;
}

static int knows(const struct nested_lock *a, const struct nested_lock *b) {
  return clock_knows(a->clock, a->rank, b->rank, b->time);
}

/* Returns whether the two may be in these calls at once. */
static int at_once(const struct nested_lock *a, const struct nested_lock *b) {
  if (a->rank == b->rank || knows(a, b) || knows(b, a))
    return 0;
  for (int i = 0; i < a->locks.helds; i++)
    for (int k = 0; k < b->locks.helds; k++)
      if (excludes(&a->locks.held[i], &b->locks.held[k]))
        return 0;
  return 1;
}

/* Circles are grown at their end: each waits for a lock of the next one, the last for one of
 * the first. */
struct lock_circle {
  struct check *c;
  struct nested_lock *at[CIRCLE_MOST];
  int count, wanted;
  size_t looks;
};

static struct nested_lock *nested_at(const struct check *c, int i) {
  return queue_item(&c->lock_order.nested, i, sizeof(struct nested_lock));
}

/* The same lines at the same ranks are one circle. */
static void mark_told(struct check *c, const struct nested_lock *n) {
  for (int i = 0; i < c->lock_order.nested.count; i++) {
    struct nested_lock *other = nested_at(c, i);
    if (other->rank == n->rank && other->locks.wanted.stack == n->locks.wanted.stack &&
        other->locks.held[0].stack == n->locks.held[0].stack)
      other->told = 1;
  }
}

static void name_lock(struct finding *f, int32_t rank, const struct event_locked *l,
                      enum location_role role) {
  const struct site s = {.rank = rank,
                         .thread = l->thread,
                         .stack = l->stack,
                         .call = l->call,
                         .exclusive = l->exclusive,
                         .target = l->rank};
  claim_site(f, NULL, &s, role);
}

static void say_two(struct check *c, const struct nested_lock *a, const struct nested_lock *b) {
  struct finding f = claim(LOCKS_CROSS, NULL, a->rank, b->rank);
  f.confidence = SCHEDULE;
  f.window.id = a->locks.wanted.win;
  name_lock(&f, a->rank, &a->locks.wanted, ROLE_LOCK_WANTED);
  name_lock(&f, a->rank, awaited(b, a), ROLE_LOCK_HELD);
  name_lock(&f, b->rank, &b->locks.wanted, ROLE_LOCK_WANTED);
  name_lock(&f, b->rank, awaited(a, b), ROLE_LOCK_HELD);
  claim_out(c, &f);
}

static void say_circle(struct check *c, struct nested_lock *const *at, int n) {
  char text[CIRCLE_MOST * 14];
  int32_t ranks[CIRCLE_MOST] = {0};
  for (int i = 0; i < n; i++)
    ranks[i] = at[i]->rank;
  struct finding f = claim(LOCKS_IN_CIRCLE, NULL, ranks_listed(ranks, n, text, sizeof text));
  f.confidence = SCHEDULE;
  f.window.id = at[0]->locks.wanted.win;
  for (int i = 0; i < n; i++)
    name_lock(&f, at[i]->rank, &at[i]->locks.wanted, ROLE_LOCK_WANTED);
  claim_out(c, &f);
}

/* The one of the lowest rank comes first. */
static void say(struct lock_circle *x) {
  struct nested_lock *at[CIRCLE_MOST];
  int first = 0;
  for (int i = 1; i < x->count; i++)
    first = x->at[i]->rank < x->at[first]->rank ? i : first;
  for (int i = 0; i < x->count; i++)
    at[i] = x->at[(first + i) % x->count];
  if (x->count == 2)
    say_two(x->c, at[0], at[1]);
  else
    say_circle(x->c, at, x->count);
  for (int i = 0; i < x->count; i++)
    mark_told(x->c, at[i]);
}

static int told_all(const struct lock_circle *x) {
  int told = 0;
  for (int i = 0; i < x->count; i++)
    told += x->at[i]->told;
  return told == x->count;
}

static int fits(const struct lock_circle *x, const struct nested_lock *n) {
  int i = 0;
  while (i < x->count && at_once(x->at[i], n))
    i++;
  return i == x->count;
}

/* Looks for circles of `wanted` ranks that begin as this one does. Its depth is bound by
 * CIRCLE_MOST. */
static void grow(struct lock_circle *x) {
  if (x->count == x->wanted) {
    if (awaited(x->at[x->count - 1], x->at[0]) && !told_all(x))
      say(x);
    return;
  }
  for (int i = 0; i < x->c->lock_order.nested.count && x->looks < LOOKS_MOST; i++) {
    struct nested_lock *n = nested_at(x->c, i);
    x->looks++;
    if (!awaited(x->at[x->count - 1], n) || !fits(x, n))
      continue;
    x->at[x->count++] = n;
    grow(x);
    x->count--;
  }
}

/* Returns whether the rank may know more than its clock says: by a flag that it has read, or
 * one of whom it has heard since. Not by what was read before all ranks have met. */
static int is_in_doubt(const struct check *c, const struct nested_lock *n) {
  uint64_t met = n->clock ? n->clock->floor : 0;
  for (int i = 0; i < c->lock_order.learners.count; i++) {
    const struct event_entry *l = queue_item(&c->lock_order.learners, i, sizeof *l);
    if (l->rank != n->rank && l->time > met && clock_knows(n->clock, n->rank, l->rank, l->time))
      return 1;
  }
  return 0;
}

static void drop_doubtful(struct check *c) {
  struct queue *q = &c->lock_order.nested;
  for (int left = q->count; left > 0; left--) {
    struct nested_lock n;
    queue_shift(q, &n, sizeof n);
    if (is_in_doubt(c, &n) || !queue_push(c, q, &n, sizeof n))
      clock_drop(n.clock);
  }
}

void lock_order_judge(struct check *c) {
  struct lock_circle x = {.c = c};
  if (c->lock_order.learners.count == LOCKS_TOLD)
    return;
  drop_doubtful(c);
  for (x.wanted = 2; x.wanted <= CIRCLE_MOST; x.wanted++)
    for (int i = 0; i < c->lock_order.nested.count && x.looks < LOOKS_MOST; i++) {
      x.at[0] = nested_at(c, i);
      x.count = 1;
      grow(&x);
    }
}

void lock_order_free(struct check *c) {
  struct lock_order *o = &c->lock_order;
  struct nested_lock n;
  while (o->nested.count) {
    queue_shift(&o->nested, &n, sizeof n);
    clock_drop(n.clock);
  }
  queue_free(&o->nested);
  queue_free(&o->learners);
}
