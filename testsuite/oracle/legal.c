#include "legal.h"
#include <string.h>

void legal_begin(struct legal *l, const struct program *p) {
  memset(l, 0, sizeof *l);
  l->p = p;
}

static int closed(const struct legal_window *s) {
  for (int i = 0; i < RANKS; i++)
    if (s->access[i])
      return 0;
  return !s->exposed;
}

/* Collective calls: all members make them. */

static int members(const struct legal *l, const struct act *c) {
  const struct window *w = &l->p->window[c->win];
  int ranks = 0;
  if (c->kind == EVENT_ALL)
    return (1 << l->p->ranks) - 1;
  for (int i = 0; i < w->count; i++)
    ranks |= 1 << w->member[i];
  return ranks;
}

static int may_begin(const struct legal *l, const struct act *c) {
  const struct legal_window *s = &l->window[c->win];
  if (c->kind == EVENT_WIN_CREATE)
    return s->life == LIFE_NONE;
  if (c->kind == EVENT_WIN_FREE)
    return s->life == LIFE_READY && s->fence != FENCE_USED && closed(s);
  if (c->kind == EVENT_FENCE)
    return s->life == LIFE_READY && closed(s) &&
           !(s->fence == FENCE_USED && c->assertion & ASSERT_NOPRECEDE);
  return 1;
}

static void all_came(struct legal *l, const struct act *c) {
  struct legal_window *s = &l->window[c->win];
  if (c->kind == EVENT_WIN_CREATE)
    s->life = l->p->window[c->win].flavor == FLAVOR_DYNAMIC ? LIFE_CREATED : LIFE_READY;
  if (c->kind == EVENT_WIN_FREE)
    s->life = LIFE_FREED;
  if (c->kind == EVENT_FENCE)
    s->fence = c->assertion & ASSERT_NOSUCCEED ? FENCE_SHUT : FENCE_OPEN;
  for (int i = 1; c->kind == EVENT_ALL && i <= l->p->windows; i++)
    if (l->window[i].life == LIFE_CREATED &&
        l->window[i].attached == (1 << l->p->window[i].count) - 1)
      l->window[i].life = LIFE_READY;
}

static int step_collective(struct legal *l, const struct act *c) {
  const int alike = ASSERT_NOPRECEDE | ASSERT_NOSUCCEED;
  const struct act *first = &l->collective;
  int missing = l->missing ? l->missing : members(l, c);
  if (!(missing & 1 << c->rank))
    return 0;
  if (!l->missing ? !may_begin(l, c)
                  : first->kind != c->kind || first->win != c->win ||
                        (first->assertion ^ c->assertion) & alike)
    return 0;
  if (!l->missing)
    l->collective = *c;
  l->missing = missing & ~(1 << c->rank);
  if (!l->missing)
    all_came(l, c);
  return 1;
}

static int passive(const struct legal_window *s, int me) {
  return s->access[me] == ACCESS_LOCK || s->access[me] == ACCESS_LOCK_ALL;
}

/* Operations, requests, messages. */

static int begin_request(struct legal *l, const struct act *c) {
  uint64_t bit = UINT64_C(1) << c->request;
  if (!c->request)
    return 1;
  if (c->request < 0 || c->request >= REQUESTS || l->used[c->rank] & bit)
    return 0;
  l->used[c->rank] |= bit;
  l->pending[c->rank] |= bit;
  return 1;
}

/* Returns whether the call is a load of one element by the program, which may poll. */
static int is_look(const struct act *c) {
  const struct place *p = &c->at[PART_ORIGIN];
  return !c->mpi && !c->flag && p->runs == 1 && p->run[0].count == 1 && p->run[0].length <= 8;
}

static int step_done(struct legal *l, const struct act *c) {
  uint64_t bit = UINT64_C(1) << c->request;
  if (!c->request || !(l->pending[c->rank] & bit))
    return 0;
  l->pending[c->rank] &= ~bit;
  return 1;
}

/* Returns whether the buffers of the operation have no byte in common. Its target may overlap
 * with one of them. */
static int buffers_apart(const struct legal *l, const struct act *c) {
  uint64_t all = 0;
  for (int i = PART_ORIGIN; i < PARTS; i++) {
    uint64_t bytes = call_bytes(l->p, c, i);
    if (bytes & all)
      return 0;
    all |= bytes;
  }
  return 1;
}

/* Returns whether all buffers have as many bytes as the target buffer. */
static int sizes_fit(const struct act *c) {
  for (int i = PART_ORIGIN; i < PARTS; i++)
    if (c->at[i].runs && place_size(&c->at[i]) != place_size(&c->at[PART_TARGET]))
      return 0;
  return 1;
}

static int step_op(struct legal *l, const struct act *c, int me) {
  struct legal_window *s = &l->window[c->win];
  const struct window *w = &l->p->window[c->win];
  if (c->target < 0 || c->target >= w->count || s->life != LIFE_READY || !call_inside(l->p, c))
    return 0;
  uint64_t bytes = call_bytes(l->p, c, PART_TARGET);
  int fence = s->fence == FENCE_OPEN || s->fence == FENCE_USED;
  int stands = s->access[me] == ACCESS_START ? s->started[me] >> c->target & 1
               : s->access[me]               ? s->lock[me][c->target] > 0
                                             : fence;
  if (!stands || !bytes || bytes & ~window_bytes(w, c->target) ||
      (c->request && !passive(s, me)) || !buffers_apart(l, c) || !sizes_fit(c) ||
      !begin_request(l, c))
    return 0;
  if (!s->access[me])
    s->fence = FENCE_USED;
  return 1;
}

static int step_edge(struct legal *l, const struct act *c) {
  int release = c->kind == EVENT_RELEASE;
  if (c->key < 0 || c->key >= KEYS || c->target < 0 || c->target >= l->p->ranks ||
      c->target == c->rank)
    return 0;
  int *sent =
      release ? &l->sent[c->rank][c->target][c->key] : &l->sent[c->target][c->rank][c->key];
  uint64_t *taken = &l->taken[c->target][c->rank][c->key], bit = UINT64_C(1)
                                                                 << (c->number & 63);
  if (release)
    return *sent < 64 && ++*sent;
  if (c->number < 0 || c->number >= *sent || *taken & bit)
    return 0;
  *taken |= bit;
  return 1;
}

static int step_attach(struct legal_window *s, int me) {
  if (s->life != LIFE_CREATED || s->attached & 1 << me)
    return 0;
  s->attached |= 1 << me;
  return 1;
}

static int step_window(struct legal *l, const struct act *c) {
  struct legal_window *s = &l->window[c->win];
  int count = l->p->window[c->win].count, me = window_index(&l->p->window[c->win], c->rank);
  if (c->win < 1 || me < 0)
    return 0;
  switch (c->kind) {
  case EVENT_ATTACH:
    return step_attach(s, me);
  case EVENT_POST:
    return legal_post(s, c, me);
  case EVENT_START:
    return legal_start(s, c, me);
  case EVENT_COMPLETE:
    return legal_complete(s, me);
  case EVENT_WAIT:
  case EVENT_TEST:
    return legal_wait(s, c, me);
  case EVENT_LOCK:
  case EVENT_LOCK_ALL:
    return legal_lock(s, c, me, count);
  case EVENT_UNLOCK:
  case EVENT_UNLOCK_ALL:
    return legal_unlock(s, c, me, count);
  case EVENT_FLUSH:
    return passive(s, me) && (c->target < 0 || s->lock[me][c->target]);
  case EVENT_SYNC:
    return passive(s, me);
  case EVENT_OP:
    return step_op(l, c, me);
  }
  return 0;
}

int legal_step(struct legal *l, const struct act *c) {
  switch (c->kind) {
  case EVENT_WIN_CREATE:
  case EVENT_WIN_FREE:
  case EVENT_FENCE:
  case EVENT_ALL:
    return step_collective(l, c);
  }
  if (l->missing)
    return 0;
  switch (c->kind) {
  case EVENT_THREAD:
    return c->thread >= 0 && c->thread < THREADS && c->target >= 0 && c->target < THREADS;
  case EVENT_ACCESS:
    return (!c->polls || is_look(c)) && call_inside(l->p, c) && begin_request(l, c);
  case EVENT_REQUEST_DONE:
    return step_done(l, c);
  case EVENT_RELEASE:
  case EVENT_ACQUIRE:
    return step_edge(l, c);
  }
  return step_window(l, c);
}

int legal_end(const struct legal *l) {
  for (int i = 1; i <= l->p->windows; i++)
    if (!closed(&l->window[i]) || l->window[i].fence == FENCE_USED)
      return 0;
  for (int r = 0; r < l->p->ranks; r++)
    if (l->pending[r])
      return 0;
  return !l->missing;
}

int legal_program(const struct program *p) {
  struct legal l;
  legal_begin(&l, p);
  for (int i = 0; i < p->calls; i++)
    if (!legal_step(&l, &p->call[i]))
      return 0;
  return legal_end(&l);
}
