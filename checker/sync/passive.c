/* passive.c: locks, flushes and MPI_Win_sync (sections 11.5.3 and 11.5.4). */
#include <stdlib.h>
#include "checker/core/two_copies.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/operations/origin.h"
#include "checker/rules/epoch_threads.h"
#include "checker/rules/lock_order.h"
#include "checker/tell/claim.h"
#include "epoch.h"
#include "locking.h"
#include "passive.h"

struct lock *passive_held(const struct window *w) {
  for (struct lock *l = w->locks; l; l = l->hh.next)
    if (l->held)
      return l;
  return NULL;
}

static int say_simple(struct check *c, struct window *w, const struct event *e,
                      struct finding *f, enum location_role role, const struct site *other,
                      enum location_role other_role) {
  struct site s = site_of(w, e);
  claim_site(f, w, &s, role);
  if (other)
    claim_site(f, NULL, other, other_role);
  claim_out(c, f);
  return 1;
}

/* A window must not be locked and exposed at once. For locks of other ranks the clocks
 * decide. */
static int check_exposed(struct check *c, struct window *w, const struct event *e) {
  if (!w->posted || (e->kind != EVENT_LOCK_ALL && e->target != w->me))
    return 0;
  struct finding f = claim(LOCK_WHILE_POSTED, w, call_name(e->call));
  return say_simple(c, w, e, &f, ROLE_LOCKED, &w->post_site, ROLE_EXPOSED);
}

static int check_twice(struct check *c, struct window *w, const struct event *e) {
  const struct site *other = locking_meanwhile(w, e);
  if (other) {
    struct finding f = claim(LOCK_OF_LOCKING, w, call_name(e->call), call_name(other->call));
    return say_simple(c, w, e, &f, ROLE_LOCKED_AGAIN, other, ROLE_LOCKED);
  }
  struct lock *held = e->kind == EVENT_LOCK ? passive_lock(w, e->target) : passive_held(w);
  int one = held && held->held;
  if (!one && w->access != ACCESS_LOCK_ALL)
    return w->access != ACCESS_LOCK && epoch_overlap(c, w, e);
  const char *call = call_name(e->call);
  struct finding f = !one                    ? claim(LOCK_DURING_LOCK_ALL, w, call)
                     : e->kind == EVENT_LOCK ? claim(LOCK_OF_LOCKED, w, call)
                                             : claim(LOCK_ALL_OF_LOCKED, w, call);
  return say_simple(c, w, e, &f, ROLE_LOCKED_AGAIN, one ? &held->site : &w->access_site,
                    ROLE_LOCKED);
}

static int check_promised(struct check *c, struct window *w, const struct event *e) {
  if (!(w->info & INFO_NO_LOCKS))
    return 0;
  struct finding f = claim(NO_LOCKS_VIOLATED, w, call_name(e->call));
  return say_simple(c, w, e, &f, ROLE_LOCKED, NULL, ROLE_NONE);
}

static struct lock *lock_add(struct check *c, struct window *w, const struct event *e) {
  struct lock *l = passive_lock(w, e->target);
  if (l)
    return l;
  l = calloc(1, sizeof *l);
  if (!l) {
    c->failed = 1;
    return NULL;
  }
  l->index = e->target;
  l->site = site_of(w, e);
  HASH_ADD(hh, w->locks, index, sizeof l->index, l);
  return check_added(c, l) ? l : NULL;
}

static void lock_enter(struct check *c, struct window *w, const struct event *e) {
  int wrong = check_twice(c, w, e);
  epoch_assertion(c, w, e, ASSERT_NOCHECK);
  wrong |= check_promised(c, w, e);
  wrong |= check_exposed(c, w, e);
  w->wrong_lock = wrong;
  if (!wrong && c->concurrent)
    locking_begin(c, w, e);
  if (!wrong)
    return;
  w->distrusted = 1;
  if (e->kind == EVENT_LOCK_ALL) {
    w->extra_lock_alls++;
  } else {
    struct lock *l = lock_add(c, w, e);
    if (l)
      l->extra++;
  }
}

static void lock_leave(struct check *c, struct window *w, const struct event *e) {
  w->fence_open = 0;
  copy_acquire(c, w);
  c->fetched |= e->kind == EVENT_LOCK && e->target == w->me; /* by loads */
  if (e->kind == EVENT_LOCK_ALL) {
    if (!c->concurrent)
      w->extra_lock_alls = 0;
    w->access = ACCESS_LOCK_ALL;
    w->access_site = site_of(w, e);
    w->access_time = c->time.now;
    lock_order_learned(c);
    for (struct pair *p = w->pairs; p; p = p->hh.next)
      p->granted = 0;
    return;
  }
  struct lock *l = lock_add(c, w, e);
  if (!l)
    return;
  l->held = 1;
  l->granted = 0;
  if (!c->concurrent) /* another thread's call may have been reported meanwhile */
    l->extra = 0;
  l->site = site_of(w, e);
  l->time = c->time.now;
  l->when = e->u.when;
  lock_order_locked(c, w, l);
  if (w->access == ACCESS_NONE) {
    w->access = ACCESS_LOCK;
    w->access_site = l->site;
  }
}

static void lock_release(struct window *w, struct lock *l, const struct event *e) {
  l->held = 0;
  if (w->access != ACCESS_LOCK)
    return;
  struct lock *next = passive_held(w);
  if (next) {
    w->access_site = next->site;
  } else {
    w->access = ACCESS_NONE;
    epoch_closed(w, e);
  }
}

static void lock_remove(struct window *w, struct lock *l, const struct event *e) {
  if (l->held)
    lock_release(w, l, e);
  else
    l->extra--;
  if (!l->held && !l->extra) {
    HASH_DEL(w->locks, l);
    free(l);
  }
}

static void say_unlock(struct check *c, struct window *w, const struct event *e) {
  int by_all = w->access == ACCESS_LOCK_ALL;
  const char *call = call_name(e->call);
  struct finding f =
      by_all ? claim(UNLOCK_OF_LOCK_ALL, w, call) : claim(UNLOCK_OF_UNLOCKED, w, call);
  say_simple(c, w, e, &f, ROLE_UNLOCKED, by_all ? &w->access_site : NULL, ROLE_LOCKED);
}

static void unlock(struct check *c, struct window *w, const struct event *e) {
  struct lock *l = passive_lock(w, e->target);
  if (e->phase == EVENT_ENTER && !l)
    say_unlock(c, w, e);
  else if (e->phase != EVENT_ENTER && l) {
    if (c->locked_store) /* others may read it and know that all before is over */
      c->time.settled = c->time.now;
    c->locked_store = 0;
    lock_order_unlocked(c, w->id, e->target);
    lock_remove(w, l, e);
  }
}

static void say_unlock_all(struct check *c, struct window *w, const struct event *e) {
  int by_one = w->access == ACCESS_LOCK;
  const char *call = call_name(e->call);
  struct finding f =
      by_one ? claim(UNLOCK_ALL_OF_LOCKS, w, call) : claim(UNLOCK_ALL_OF_UNLOCKED, w, call);
  say_simple(c, w, e, &f, ROLE_UNLOCKED, by_one ? &w->access_site : NULL, ROLE_LOCKED);
}

static void unlock_all(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE) {
    if (w->access == ACCESS_LOCK_ALL) {
      w->access = ACCESS_NONE;
      epoch_closed(w, e);
    } else if (w->extra_lock_alls) {
      w->extra_lock_alls--;
    }
  } else if (w->access != ACCESS_LOCK_ALL && !w->extra_lock_alls) {
    say_unlock_all(c, w, e);
  }
}

/* These calls complete operations (rules 3, 4 and 7 of section 11.7). */
static void complete(struct check *c, struct window *w, const struct event *e) {
  int all = e->kind == EVENT_UNLOCK_ALL || e->target < 0;
  if (e->phase == EVENT_ENTER) {
    if (e->kind == EVENT_FLUSH)
      return;
    copy_publish(c, w);
    epoch_threads_end(c, w, e, all ? -1 : e->target);
    return;
  }
  uint64_t when = e->kind == EVENT_UNLOCK_ALL ? 0 : e->u.value.when;
  if (e->kind != EVENT_UNLOCK_ALL && e->u.value.seq)
    issue_read(c, w, e);
  if (e->kind != EVENT_FLUSH || !e->flag)
    issue_done(c, w, all ? -1 : e->target, e->kind == EVENT_FLUSH, when);
  c->unlocking.window = e->kind != EVENT_FLUSH ? w : NULL;
  c->unlocking.index = all ? -1 : e->target;
  issue_done_locally(c, w, all ? -1 : e->target, e->kind == EVENT_FLUSH);
  c->unlocking.window = NULL;
}

static void sync(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE) {
    copy_acquire(c, w);
    return;
  }
  copy_publish(c, w);
  if (!w->locks && w->access != ACCESS_LOCK_ALL && !w->extra_lock_alls) {
    struct finding f = claim(SYNC_WITHOUT_LOCK, w, call_name(e->call));
    say_simple(c, w, e, &f, ROLE_SYNCHRONISED, NULL, ROLE_NONE);
  }
}

static void flush(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE || w->access == ACCESS_LOCK_ALL || w->extra_lock_alls)
    return;
  if (e->target < 0 ? w->locks != NULL : passive_lock(w, e->target) != NULL)
    return;
  const char *call = call_name(e->call);
  struct finding f = e->target >= 0 && w->access == ACCESS_LOCK
                         ? claim(FLUSH_OF_UNLOCKED, w, call)
                         : claim(FLUSH_WITHOUT_LOCK, w, call);
  say_simple(c, w, e, &f, ROLE_FLUSHED, w->access != ACCESS_NONE ? &w->access_site : NULL,
             ROLE_OPEN_EPOCH);
}

void passive_feed(struct check *c, struct window *w, const struct event *e) {
  /* after a call that was reported, the library may refuse the call that closes it */
  int closes = w->distrusted && (e->kind == EVENT_UNLOCK || e->kind == EVENT_UNLOCK_ALL);
  int locks = e->kind == EVENT_LOCK || e->kind == EVENT_LOCK_ALL;
  int begun =
      locks && e->phase == EVENT_LEAVE && (c->concurrent ? locking_end(w, e) : !w->wrong_lock);
  if (e->phase == EVENT_LEAVE && !e->ok && !closes)
    return;
  if (e->kind == EVENT_UNLOCK || e->kind == EVENT_UNLOCK_ALL || e->kind == EVENT_FLUSH)
    complete(c, w, e);
  switch (e->kind) {
  case EVENT_LOCK:
  case EVENT_LOCK_ALL:
    if (e->phase == EVENT_ENTER)
      lock_enter(c, w, e);
    else if (begun)
      lock_leave(c, w, e);
    break;
  case EVENT_UNLOCK:
    unlock(c, w, e);
    break;
  case EVENT_UNLOCK_ALL:
    unlock_all(c, w, e);
    break;
  case EVENT_FLUSH:
    flush(c, w, e);
    break;
  case EVENT_SYNC:
    sync(c, w, e);
    break;
  default:
    break;
  }
}
