/* passive.c: locks, flushes and MPI_Win_sync (sections 11.5.3 and 11.5.4). */
#include <stdlib.h>
#include "checker/core/copy.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/operations/issue.h"
#include "checker/tell/claim.h"
#include "epoch.h"
#include "passive.h"

struct lock *passive_held(const struct window *w) {
  for (struct lock *l = w->locks; l; l = l->hh.next)
    if (l->held)
      return l;
  return NULL;
}

static int say_simple(struct check *c, struct window *w, const struct event *e, enum slug slug,
                      const char *why, const char *role, const struct site *other,
                      const char *other_role) {
  struct site s = site_of(w, e);
  struct finding f = claim(slug, w, "%s %s", call_name(e->call), why);
  claim_site(&f, w, &s, role);
  if (other)
    claim_site(&f, NULL, other, other_role);
  claim_out(c, &f);
  return 1;
}

/* A window must not be locked and exposed at once; of other ranks' locks the clocks must tell.
 */
static int check_exposed(struct check *c, struct window *w, const struct event *e) {
  return w->posted && (e->kind == EVENT_LOCK_ALL || e->target == w->me) &&
         say_simple(c, w, e, SLUG_LOCKED_AND_EXPOSED,
                    "locks the own window while it is in the exposure epoch of MPI_Win_post.",
                    "locked here", &w->post_site, "exposed here");
}

static int check_twice(struct check *c, struct window *w, const struct event *e) {
  struct lock *held = e->kind == EVENT_LOCK ? passive_lock(w, e->target) : passive_held(w);
  if (held && held->held)
    return say_simple(c, w, e, SLUG_LOCK_TWICE,
                      e->kind == EVENT_LOCK
                          ? "on a target that this process has locked already."
                          : "while this process holds a lock on a target.",
                      "locked again here", &held->site, "locked here");
  if (w->access == ACCESS_LOCK_ALL)
    return say_simple(c, w, e, SLUG_LOCK_TWICE,
                      "while MPI_Win_lock_all holds every target already.", "locked again here",
                      &w->access_site, "locked here");
  return w->access != ACCESS_LOCK && epoch_overlap(c, w, e);
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
  if (w->info & INFO_NO_LOCKS)
    wrong |= say_simple(c, w, e, SLUG_NO_LOCKS_VIOLATED,
                        "on a window whose info key no_locks promised that it is never locked.",
                        "locked here", NULL, NULL);
  wrong |= check_exposed(c, w, e);
  w->wrong_lock = wrong;
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
  if (w->wrong_lock)
    return;
  w->fence_open = 0;
  copy_acquire(c, w);
  c->fetched |= e->kind == EVENT_LOCK && e->target == w->me; /* by loads */
  if (e->kind == EVENT_LOCK_ALL) {
    w->extra_lock_alls = 0;
    w->access = ACCESS_LOCK_ALL;
    w->access_site = site_of(w, e);
    for (struct pair *p = w->pairs; p; p = p->hh.next)
      p->granted = 0;
    return;
  }
  struct lock *l = lock_add(c, w, e);
  if (!l)
    return;
  l->held = 1;
  l->extra = l->granted = 0;
  l->site = site_of(w, e);
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

static void unlock(struct check *c, struct window *w, const struct event *e) {
  struct lock *l = passive_lock(w, e->target);
  if (e->phase == EVENT_ENTER) {
    if (l)
      return;
    say_simple(c, w, e, SLUG_UNLOCK_WITHOUT_LOCK,
               w->access == ACCESS_LOCK_ALL
                   ? "for a target that was locked by MPI_Win_lock_all, not by MPI_Win_lock."
                   : "for a target that this process has not locked.",
               "unlocked here", w->access == ACCESS_LOCK_ALL ? &w->access_site : NULL,
               "locked here");
    return;
  }
  if (l)
    lock_remove(w, l, e);
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
    say_simple(c, w, e, SLUG_UNLOCK_WITHOUT_LOCK,
               w->access == ACCESS_LOCK
                   ? "although the targets were locked one by one with MPI_Win_lock."
                   : "although MPI_Win_lock_all was not called.",
               "unlocked here", w->access == ACCESS_LOCK ? &w->access_site : NULL,
               "locked here");
  }
}

/* What completes operations (rules 3, 4 and 7 of section 11.7). */
static void complete(struct check *c, struct window *w, const struct event *e) {
  int all = e->kind == EVENT_UNLOCK_ALL || e->target < 0;
  if (e->phase == EVENT_ENTER) {
    if (e->kind != EVENT_FLUSH)
      copy_publish(c, w);
    return;
  }
  if (e->kind != EVENT_FLUSH || !e->flag)
    issue_done(c, w, all ? -1 : e->target);
  c->unlocking.window = e->kind != EVENT_FLUSH ? w : NULL;
  c->unlocking.index = all ? -1 : e->target;
  issue_done_locally(c, w, all ? -1 : e->target);
  c->unlocking.window = NULL;
}

static void sync(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE) {
    copy_acquire(c, w);
    return;
  }
  copy_publish(c, w);
  if (!w->locks && w->access != ACCESS_LOCK_ALL && !w->extra_lock_alls)
    say_simple(c, w, e, SLUG_SYNC_WITHOUT_LOCK, "outside a passive target epoch.",
               "synchronised here", NULL, NULL);
}

static void flush(struct check *c, struct window *w, const struct event *e) {
  if (e->phase == EVENT_LEAVE || w->access == ACCESS_LOCK_ALL || w->extra_lock_alls)
    return;
  if (e->target < 0 ? w->locks != NULL : passive_lock(w, e->target) != NULL)
    return;
  say_simple(c, w, e, SLUG_FLUSH_WITHOUT_LOCK,
             e->target < 0              ? "outside a passive target epoch."
             : w->access == ACCESS_LOCK ? "for a target that this process has not locked."
                                        : "outside a passive target epoch.",
             "flushed here", w->access != ACCESS_NONE ? &w->access_site : NULL,
             "open epoch opened here");
}

void passive_feed(struct check *c, struct window *w, const struct event *e) {
  /* after a call that was reported a library may refuse the one that closes it */
  int closes = w->distrusted && (e->kind == EVENT_UNLOCK || e->kind == EVENT_UNLOCK_ALL);
  if (e->phase == EVENT_LEAVE && !e->ok && !closes)
    return;
  if (e->kind == EVENT_UNLOCK || e->kind == EVENT_UNLOCK_ALL || e->kind == EVENT_FLUSH)
    complete(c, w, e);
  switch (e->kind) {
  case EVENT_LOCK:
  case EVENT_LOCK_ALL:
    (e->phase == EVENT_ENTER ? lock_enter : lock_leave)(c, w, e);
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
