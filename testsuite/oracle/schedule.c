#include "schedule.h"
#include "match.h"
#include <string.h>

static void set_add(struct call_set *c, int call) {
  if (call >= 0)
    c->word[call / 64] |= UINT64_C(1) << call % 64;
}

static void set_remove(struct call_set *c, int call) {
  c->word[call / 64] &= ~(UINT64_C(1) << call % 64);
}

static int set_has(const struct call_set *c, int call) {
  return c->word[call / 64] >> call % 64 & 1;
}

static int set_covers(const struct call_set *all, const struct call_set *some) {
  for (int i = 0; i < (int)(sizeof all->word / sizeof *all->word); i++)
    if (some->word[i] & ~all->word[i])
      return 0;
  return 1;
}

static int leaves(const struct act *c) {
  return (c->kind != EVENT_OP || c->request) && c->kind != EVENT_REQUEST_DONE &&
         c->kind != EVENT_RELEASE && c->kind != EVENT_ACQUIRE && c->kind != EVENT_ACCESS &&
         c->kind != EVENT_THREAD;
}

/* These say what a call has to wait for. */

static void need_all(struct schedule *s, int call) {
  for (int rank = 0; rank < s->p->ranks; rank++)
    set_add(&s->before_leave[call], match_collective(s->p, call, rank));
}

static void need_completes(struct schedule *s, int post) {
  int wait = match_wait(s->p, post);
  s->end[post] = wait;
  for (int o = 0; o < RANKS && wait >= 0; o++) {
    int start = match_start(s->p, post, o), test = s->p->call[wait].kind == EVENT_TEST;
    if (start >= 0)
      set_add(test ? &s->before_enter[wait] : &s->before_leave[wait],
              match_complete(s->p, start));
  }
}

static void need_posts(struct schedule *s, int start) {
  for (int t = 0; t < RANKS && !s->p->eager; t++)
    set_add(&s->before_enter[start], match_post(s->p, start, t));
}

/* MPI_Win_complete must wait for data that comes back, and that is not sent before the post. */
static void need_data(struct schedule *s, int op) {
  int epoch = match_epoch(s->p, op);
  int complete =
      epoch < 0 || s->p->call[epoch].kind != EVENT_START ? -1 : match_complete(s->p, epoch);
  if (complete >= 0 && call_fetches(&s->p->call[op]))
    set_add(&s->before_leave[complete], match_post(s->p, epoch, s->p->call[op].target));
}

static void find_needs(struct schedule *s) {
  for (int i = 0; i < s->p->calls; i++) {
    const struct act *c = &s->p->call[i];
    if (c->kind == EVENT_WIN_CREATE || c->kind == EVENT_WIN_FREE || c->kind == EVENT_ALL ||
        (c->kind == EVENT_FENCE && !(c->assertion & ASSERT_NOPRECEDE)))
      need_all(s, i);
    if (c->kind == EVENT_POST)
      need_completes(s, i);
    if (c->kind == EVENT_START)
      need_posts(s, i);
    if (c->kind == EVENT_OP)
      need_data(s, i);
    if (c->kind == EVENT_ACQUIRE)
      set_add(&s->before_enter[i], match_release(s->p, i));
    if (c->kind == EVENT_LOCK || c->kind == EVENT_LOCK_ALL)
      s->end[i] = match_unlock(s->p, i);
  }
}

/* A window can not be locked and exposed at once, nor locked twice if one lock is exclusive. */

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

static int is_free(const struct schedule *s, const struct act *c) {
  for (int i = 0; i < s->p->calls; i++)
    if (set_has(&s->held, i) && clash(s->p, c, &s->p->call[i]))
      return 0;
  return 1;
}

static int can_step(const struct schedule *s, int rank) {
  int call = s->next[rank];
  if (call < 0)
    return 0;
  if (s->inside[rank])
    return set_covers(&s->entered, &s->before_leave[call]);
  return set_covers(&s->entered, &s->before_enter[call]) &&
         (!holds(&s->p->call[call]) || is_free(s, &s->p->call[call]));
}

static int next_call(const struct program *p, int rank, int from) {
  while (from < p->calls && p->call[from].rank != rank)
    from++;
  return from < p->calls ? from : -1;
}

void schedule_take(struct schedule *s, const struct step *step) {
  const struct act *c = &s->p->call[step->call];
  if (step->phase == EVENT_ENTER) {
    set_add(&s->entered, step->call);
    if (holds(c))
      set_add(&s->held, step->call);
  }
  s->inside[c->rank] = step->phase == EVENT_ENTER && leaves(c);
  if (s->inside[c->rank])
    return;
  for (int i = 0; i < s->p->calls; i++)
    if (set_has(&s->held, i) && s->end[i] == step->call)
      set_remove(&s->held, i);
  s->next[c->rank] = next_call(s->p, c->rank, step->call + 1);
}

/* Of the ranks that can do something it takes the one whose call is listed first, or any. */
int schedule_next(struct schedule *s, unsigned not_at, struct step *out) {
  int best = -1, seen = 0;
  for (int rank = 0; rank < s->p->ranks; rank++) {
    if (not_at >> rank & 1 || !can_step(s, rank))
      continue;
    seen++;
    if (best < 0 ||
        (s->as_listed ? s->next[rank] < s->next[best] : random_below(&s->random, seen) == 0))
      best = rank;
  }
  if (best >= 0)
    *out = (struct step){s->next[best], s->inside[best] ? EVENT_LEAVE : EVENT_ENTER};
  return best >= 0;
}

void schedule_begin(struct schedule *s, const struct program *p, int as_listed) {
  memset(s, 0, sizeof *s);
  memset(s->end, -1, sizeof s->end);
  s->p = p;
  s->as_listed = as_listed;
  s->random = p->schedule;
  find_needs(s);
  for (int i = 0; i < RANKS; i++)
    s->next[i] = next_call(p, i, 0);
}

int schedule_ended(const struct schedule *s) {
  for (int i = 0; i < RANKS; i++)
    if (s->next[i] >= 0)
      return 0;
  return 1;
}
