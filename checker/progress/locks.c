#include "locks.h"

#include "include/call.h"
#include "rank_list.h"

static int has_rank(const int32_t *rank, int32_t n, int32_t one) {
  for (int32_t i = 0; i < n; i++)
    if (rank[i] == one)
      return 1;
  return 0;
}

static int has_lock(const struct event_synchronised *d, int32_t target) {
  return has_rank(d->locked, d->locks, target);
}

static int is_exclusive(const struct event_synchronised *d, int32_t target) {
  return has_rank(d->exclusive, d->exclusives, target);
}

/* Returns whether the other lock (asked for, perhaps not granted) may exclude the one that w
 * waits for: one of the two must be exclusive. */
static int may_exclude(const struct pending *w, const struct event_synchronised *d) {
  const struct event_await *a = w->await;
  if (d->access == EPOCH_LOCK_ALL)
    return a->exclusive && !d->nocheck;
  for (int32_t i = 0; d->access == EPOCH_LOCK && i < a->peers; i++)
    if (has_lock(d, a->peer[i]) && (a->exclusive || is_exclusive(d, a->peer[i])))
      return 1;
  return 0;
}

/* Returns whether lock calls return only with the lock of the target. With some libraries they
 * always do. If w waits in the lock call itself for the lock of another process, they do so
 * with this library, too. Other libraries let them return earlier, but not for the process's
 * own window. */
static int locks_at_once(const struct pending *w, int32_t target) {
  return w->party->facts.locks_at_once ||
         ((w->told.call == CALL_Win_lock || w->told.call == CALL_Win_lock_all) &&
          target != w->told.rank);
}

/* Returns whether p's lock was granted and excludes the one that w waits for. */
static int excludes(const struct pending *w, const struct pending *p,
                    const struct event_synchronised *d) {
  const struct event_await *a = w->await;
  int all = d->access == EPOCH_LOCK_ALL;
  if ((!all && d->access != EPOCH_LOCK) || (all && d->nocheck))
    return 0;
  for (int32_t i = 0; i < a->peers; i++) {
    int32_t target = a->peer[i];
    int granted =
        has_rank(d->granted, d->grants, target) ||
        ((locks_at_once(w, target) || target == p->told.rank) && (all || has_lock(d, target)));
    if (granted && (a->exclusive || is_exclusive(d, target)))
      return 1;
  }
  return 0;
}

static int waits_for_own(const struct pending *w) {
  return w->told.call == CALL_Win_lock && w->await->peers == 1 &&
         w->await->peer[0] == w->told.rank;
}

static int all_are_shown(const struct scene *s) {
  for (size_t i = 0; i < s->parties; i++)
    if (!s->party[i].shown && !s->party[i].facts.ended)
      return 0;
  return 1;
}

/* A library may put off asking for a lock, so that a rank in an epoch may not have it yet. But
 * nothing but another's lock keeps a process from that of its own window: if there is only one
 * that can have it, that one has it. */
void locks_add_holders(struct scene *s, struct pending *w) {
  for (int sure = 1; sure >= 0 && !w->missing.n; sure--)
    for (size_t i = 0; i < s->parties; i++) {
      const struct pending *p = s->party[i].shown ? &s->pending[s->party[i].shown - 1] : NULL;
      const struct event_synchronised *d =
          p && p->party != w->party ? standstill_window(p, w->window) : NULL;
      if (d && (sure ? excludes(w, p, d) : may_exclude(w, d))) {
        w->sure = sure;
        s->failed |= !rank_list_add(&w->missing, p->told.rank);
      }
    }
  if (w->missing.n == 1 && waits_for_own(w) && all_are_shown(s))
    w->sure = 1;
}
