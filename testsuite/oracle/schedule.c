#include "schedule.h"
#include "match.h"
#include <string.h>

struct calls { /* a set */
  uint64_t word[(ACTS + 63) / 64];
};

struct run_state {
  const struct program *p;
  struct schedule *s;
  struct calls before_enter[ACTS], before_leave[ACTS]; /* which must have been entered */
  struct calls entered, held;                          /* held: locks and exposures, now */
  int end[ACTS];                                       /* of locks and posts: what ends it */
  int next[RANKS], inside[RANKS];                      /* calls; inside: it was entered */
};

static void set_add(struct calls *c, int call) {
  if (call >= 0)
    c->word[call / 64] |= UINT64_C(1) << call % 64;
}

static void set_remove(struct calls *c, int call) {
  c->word[call / 64] &= ~(UINT64_C(1) << call % 64);
}

static int set_has(const struct calls *c, int call) {
  return c->word[call / 64] >> call % 64 & 1;
}

static int set_covers(const struct calls *all, const struct calls *some) {
  for (int i = 0; i < (int)(sizeof all->word / sizeof *all->word); i++)
    if (some->word[i] & ~all->word[i])
      return 0;
  return 1;
}

int schedule_leaves(const struct act *c) {
  return (c->kind != EVENT_OP || c->request) && c->kind != EVENT_REQUEST_DONE &&
         c->kind != EVENT_RELEASE && c->kind != EVENT_ACQUIRE && c->kind != EVENT_ACCESS;
}

/* What MPI waits for. */

static void need_all(struct run_state *r, int call) {
  for (int rank = 0; rank < r->p->ranks; rank++)
    set_add(&r->before_leave[call], match_collective(r->p, call, rank));
}

static void need_completes(struct run_state *r, int post) {
  int wait = match_wait(r->p, post);
  r->end[post] = wait;
  for (int o = 0; o < RANKS && wait >= 0; o++) {
    int start = match_start(r->p, post, o), test = r->p->call[wait].kind == EVENT_TEST;
    if (start >= 0)
      set_add(test ? &r->before_enter[wait] : &r->before_leave[wait],
              match_complete(r->p, start));
  }
}

static void need_posts(struct run_state *r, int start) {
  for (int t = 0; t < RANKS && !r->p->eager; t++)
    set_add(&r->before_enter[start], match_post(r->p, start, t));
}

/* Data must be back before the epoch ends. */
static void need_data(struct run_state *r, int op) {
  int epoch = match_epoch(r->p, op);
  int complete =
      epoch < 0 || r->p->call[epoch].kind != EVENT_START ? -1 : match_complete(r->p, epoch);
  if (complete >= 0 && call_fetches(&r->p->call[op]))
    set_add(&r->before_leave[complete], match_post(r->p, epoch, r->p->call[op].target));
}

static void find_needs(struct run_state *r) {
  for (int i = 0; i < r->p->calls; i++) {
    const struct act *c = &r->p->call[i];
    if (c->kind == EVENT_WIN_CREATE || c->kind == EVENT_WIN_FREE || c->kind == EVENT_ALL ||
        (c->kind == EVENT_FENCE && !(c->assertion & ASSERT_NOPRECEDE)))
      need_all(r, i);
    if (c->kind == EVENT_POST)
      need_completes(r, i);
    if (c->kind == EVENT_START)
      need_posts(r, i);
    if (c->kind == EVENT_OP)
      need_data(r, i);
    if (c->kind == EVENT_ACQUIRE)
      set_add(&r->before_enter[i], match_release(r->p, i));
    if (c->kind == EVENT_LOCK || c->kind == EVENT_LOCK_ALL)
      r->end[i] = match_unlock(r->p, i);
  }
}

/* Locks: a window is not locked twice, nor locked and exposed. */

static int holds(const struct act *c) {
  return c->kind == EVENT_LOCK || c->kind == EVENT_LOCK_ALL || c->kind == EVENT_POST;
}

static int clash(const struct program *p, const struct act *a, const struct act *b) {
  int post_a = a->kind == EVENT_POST, post_b = b->kind == EVENT_POST;
  int at_a = post_a ? window_index(&p->window[a->win], a->rank) : a->target;
  int at_b = post_b ? window_index(&p->window[b->win], b->rank) : b->target;
  if (a->win != b->win || (post_a && post_b) || (at_a >= 0 && at_b >= 0 && at_a != at_b))
    return 0;
  return post_a || post_b || a->flag || b->flag;
}

static int is_free(const struct run_state *r, const struct act *c) {
  for (int i = 0; i < r->p->calls; i++)
    if (set_has(&r->held, i) && clash(r->p, c, &r->p->call[i]))
      return 0;
  return 1;
}

static int can_step(const struct run_state *r, int rank) {
  int call = r->next[rank];
  if (call < 0)
    return 0;
  if (r->inside[rank])
    return set_covers(&r->entered, &r->before_leave[call]);
  return set_covers(&r->entered, &r->before_enter[call]) &&
         (!holds(&r->p->call[call]) || is_free(r, &r->p->call[call]));
}

static int next_call(const struct program *p, int rank, int from) {
  while (from < p->calls && p->call[from].rank != rank)
    from++;
  return from < p->calls ? from : -1;
}

static void step(struct run_state *r, int rank) {
  int call = r->next[rank], leave = r->inside[rank];
  const struct act *c = &r->p->call[call];
  r->s->step[r->s->count++] = (struct step){call, leave ? EVENT_LEAVE : EVENT_ENTER};
  if (!leave) {
    set_add(&r->entered, call);
    if (holds(c))
      set_add(&r->held, call);
  }
  r->inside[rank] = !leave && schedule_leaves(c);
  if (r->inside[rank])
    return;
  for (int i = 0; i < r->p->calls; i++)
    if (set_has(&r->held, i) && r->end[i] == call)
      set_remove(&r->held, i);
  r->next[rank] = next_call(r->p, rank, call + 1);
}

/* A rank that can do something; of several the one whose call is listed first, or any. */
static int choose(const struct run_state *r, uint64_t *random) {
  int best = -1, seen = 0;
  for (int rank = 0; rank < r->p->ranks; rank++) {
    if (!can_step(r, rank))
      continue;
    seen++;
    if (best < 0 || (random ? random_below(random, seen) == 0 : r->next[rank] < r->next[best]))
      best = rank;
  }
  return best;
}

static int run(struct run_state *r, uint64_t *random) {
  int rank, steps = 0;
  r->s->count = 0;
  memset(&r->entered, 0, sizeof r->entered);
  memset(&r->held, 0, sizeof r->held);
  for (int i = 0; i < r->p->calls; i++)
    steps += 1 + schedule_leaves(&r->p->call[i]);
  for (int i = 0; i < RANKS; i++) {
    r->next[i] = next_call(r->p, i, 0);
    r->inside[i] = 0;
  }
  while ((rank = choose(r, random)) >= 0)
    step(r, rank);
  return r->s->count == steps;
}

int schedule_make(struct schedule *s, const struct program *p) {
  struct run_state r;
  uint64_t random = p->schedule;
  memset(&r, 0, sizeof r);
  memset(r.end, -1, sizeof r.end);
  r.p = p;
  r.s = s;
  find_needs(&r);
  return (random && run(&r, &random)) || run(&r, NULL);
}
