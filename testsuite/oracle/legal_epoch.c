/* legal_epoch.c: what is legal when epochs of post, start and locks are opened and closed
 * (sections 11.5.2, 11.5.3). */
#include "legal.h"

static int lock_free(const struct legal_window *s, int target, int wanted) {
  for (int o = 0; o < RANKS; o++)
    if (s->lock[o][target] == 2 || (s->lock[o][target] && wanted == 2))
      return 0;
  return !(s->exposed & 1 << target);
}

/* Returns whether no fence epoch is open, so that an epoch of another kind may be opened. */
static int no_fence(const struct legal_window *s) {
  return s->life == LIFE_READY && s->fence != FENCE_USED;
}

static void set_no_fence(struct legal_window *s) {
  if (s->fence == FENCE_OPEN)
    s->fence = FENCE_UNUSED;
}

int legal_post(struct legal_window *s, const struct act *c, int me) {
  if (!no_fence(s) || s->exposed & 1 << me)
    return 0;
  for (int o = 0; o < RANKS; o++)
    if (s->lock[o][me])
      return 0;
  for (int o = 0; o < RANKS; o++)
    s->posts[me][o] += c->group >> o & 1;
  s->exposed |= 1 << me;
  s->posted[me] = c->group;
  set_no_fence(s);
  return 1;
}

int legal_start(struct legal_window *s, const struct act *c, int me) {
  if (!no_fence(s) || s->access[me])
    return 0;
  for (int t = 0; t < RANKS; t++)
    if (c->group >> t & 1 && s->posts[t][me] == s->starts[t][me])
      return 0;
  for (int t = 0; t < RANKS; t++)
    s->starts[t][me] += c->group >> t & 1;
  s->access[me] = ACCESS_START;
  s->started[me] = c->group;
  set_no_fence(s);
  return 1;
}

int legal_complete(struct legal_window *s, int me) {
  if (s->access[me] != ACCESS_START)
    return 0;
  for (int t = 0; t < RANKS; t++)
    s->completes[t][me] += s->started[me] >> t & 1;
  s->access[me] = ACCESS_NONE;
  return 1;
}

int legal_wait(struct legal_window *s, const struct act *c, int me) {
  if (!(s->exposed & 1 << me))
    return 0;
  if (c->kind == EVENT_TEST && !c->flag)
    return 1;
  for (int o = 0; o < RANKS; o++)
    if (s->posted[me] >> o & 1 && s->completes[me][o] != s->posts[me][o])
      return 0;
  s->exposed &= ~(1 << me);
  return 1;
}

int legal_lock(struct legal_window *s, const struct act *c, int me, int count) {
  int all = c->kind == EVENT_LOCK_ALL, from = all ? 0 : c->target, to = all ? count : from + 1;
  int open = s->access[me], wanted = c->flag ? 2 : 1;
  if (!no_fence(s) || from < 0 || to > count || (open && (all || open != ACCESS_LOCK)))
    return 0;
  for (int t = from; t < to; t++)
    if (s->lock[me][t] || !lock_free(s, t, wanted))
      return 0;
  for (int t = from; t < to; t++)
    s->lock[me][t] = wanted;
  s->access[me] = all ? ACCESS_LOCK_ALL : ACCESS_LOCK;
  set_no_fence(s);
  return 1;
}

int legal_unlock(struct legal_window *s, const struct act *c, int me, int count) {
  int all = c->kind == EVENT_UNLOCK_ALL;
  if (s->access[me] != (all ? ACCESS_LOCK_ALL : ACCESS_LOCK) ||
      (!all && (c->target < 0 || c->target >= count || !s->lock[me][c->target])))
    return 0;
  for (int t = 0; t < count; t++)
    if (all || t == c->target)
      s->lock[me][t] = 0;
  s->access[me] = ACCESS_NONE;
  for (int t = 0; t < count; t++)
    if (s->lock[me][t])
      s->access[me] = ACCESS_LOCK;
  return 1;
}
