/* greq.c: the life of generalized requests (section 12.2): started, completed by
 * MPI_Grequest_complete, and waited, tested or freed. */
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "greq.h"
#include <stdlib.h>
#include <string.h>

struct greq *greq_find(const struct check *c, uint64_t handle) {
  struct greq *g = NULL;
  if (c->greqs)
    HASH_FIND(hh, c->greqs->table, &handle, sizeof handle, g);
  return g;
}

int greq_inside(const struct event *e, const struct greq *g) {
  return e->u.greq.callback && e->u.greq.inside == g->handle;
}

static void greq_drop(struct check *c, struct greq *g) {
  HASH_DEL(c->greqs->table, g);
  free(g);
}

static struct greq *greq_new(struct check *c, uint64_t handle) {
  struct greq *g = calloc(1, sizeof *g);
  if (!c->greqs)
    c->greqs = calloc(1, sizeof *c->greqs);
  if (!g || !c->greqs) {
    free(g);
    c->failed = 1;
    return NULL;
  }
  g->handle = handle;
  HASH_ADD(hh, c->greqs->table, handle, sizeof g->handle, g);
  return check_added(c, g) ? g : NULL;
}

/* Only the last GREQ_DEAD dead requests are remembered. */
static void greq_die(struct check *c, struct greq *g, const struct event *e) {
  struct greqs *all = c->greqs;
  if (g->dead)
    return;
  g->dead = 1;
  g->gone = site_of(NULL, e);
  g->died = ++all->deaths;
  struct greq_grave *grave = &all->grave[g->died % GREQ_DEAD];
  struct greq *old = grave->handle == g->handle ? NULL : greq_find(c, grave->handle);
  if (old && old->dead && old->died == grave->died)
    greq_drop(c, old);
  *grave = (struct greq_grave){g->handle, g->died};
}

/* Makes a finding of the call of `e`, with up to two places of the request's past where they
 * are known. */
static void report(struct check *c, struct finding *f, const struct event *e,
                   enum location_role role, const struct site *past,
                   enum location_role past_role, const struct site *start) {
  struct site s = site_of(NULL, e);
  claim_site(f, NULL, &s, role);
  if (past)
    claim_site(f, NULL, past, past_role);
  if (start)
    claim_site(f, NULL, start, ROLE_REQUEST_MADE);
  claim_out(c, f);
}

static void start(struct check *c, struct greq *g, const struct event *e) {
  if (!g)
    g = greq_new(c, e->u.greq.handle);
  if (!g)
    return;
  g->completed = g->released = g->dead = g->cancelled = g->queried = g->stuck = g->early = 0;
  g->polled = (e->u.greq.facts & GREQ_POLLED) != 0;
  g->start = site_of(NULL, e);
}

static void used_dead(struct check *c, const struct greq *g, const struct event *e) {
  const struct site *gone = g->released ? &g->freed : &g->gone;
  struct finding f =
      claim(GREQ_USED_AFTER_FREE, NULL, call_name(e->call), call_name(gone->call));
  report(c, &f, e, ROLE_HANDLE_USED, gone, ROLE_REQUEST_FREED, &g->start);
}

static void complete_dead(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f = claim(GREQ_COMPLETE_STALE, NULL, call_name(g->gone.call));
  report(c, &f, e, ROLE_HANDLE_USED, &g->gone, ROLE_REQUEST_FREED, &g->start);
}

static void complete(struct check *c, struct greq *g, const struct event *e) {
  if (e->u.greq.facts & GREQ_THREAD) {
    struct finding f = claim(GREQ_COMPLETE_THREAD, NULL, e->thread);
    report(c, &f, e, ROLE_CALLED, NULL, ROLE_NONE, g ? &g->start : NULL);
  }
  if (!g) {
    struct finding f = e->u.greq.facts & GREQ_NULL ? claim(GREQ_COMPLETE_NULL, NULL)
                                                   : claim(GREQ_COMPLETE_OTHER, NULL);
    report(c, &f, e, ROLE_CALLED, NULL, ROLE_NONE, NULL);
  } else if (greq_inside(e, g) &&
             (e->u.greq.callback == GREQ_QUERY_FN || e->u.greq.callback == GREQ_FREE_FN)) {
    greq_own(c, g, e);
  } else if (g->dead) {
    complete_dead(c, g, e);
  } else if (g->completed) {
    struct finding f = claim(GREQ_COMPLETE_TWICE, NULL);
    report(c, &f, e, ROLE_COMPLETED_AGAIN, &g->complete, ROLE_COMPLETED, &g->start);
  } else {
    g->completed = 1;
    g->complete = site_of(NULL, e);
    if (g->early)
      greq_die(c, g, e);
  }
}

static void release(struct check *c, struct greq *g, const struct event *e) {
  if (greq_inside(e, g)) {
    greq_own(c, g, e);
  } else if (g->released) {
    struct finding f = claim(GREQ_FREE_TWICE, NULL);
    report(c, &f, e, ROLE_FREED_AGAIN, &g->freed, ROLE_FREED, &g->start);
  } else if (g->dead) {
    used_dead(c, g, e);
  } else {
    g->released = 1;
    g->freed = site_of(NULL, e);
  }
}

static void begun(struct check *c, const struct greq *g, const struct event *e) {
  struct finding f = claim(GREQ_STARTED, NULL, call_name(e->call));
  report(c, &f, e, ROLE_STARTED, NULL, ROLE_NONE, &g->start);
}

/* Looks at one of the requests that a call was given. A request that MPI_Request_free has freed
 * has no handle any more; but MPI_Grequest_complete must still be called with a copy of it. */
static void touched(struct check *c, const struct greq *g, const struct event *e) {
  if (greq_inside(e, g))
    greq_own(c, g, e);
  else if (g->dead || g->released)
    used_dead(c, g, e);
  else if (e->u.greq.step == GREQ_BEGIN)
    begun(c, g, e);
}

static int is_hanging(const struct greq *g) {
  return !g->completed && !g->dead && !g->polled;
}

/* A wait for several requests is reported for the first one that it cannot get past. */
static void stuck(struct check *c, const struct event *e) {
  struct greq *g = NULL;
  for (int32_t i = 0; i < e->u.greq.count && !(g && is_hanging(g)); i++)
    g = greq_find(c, e->u.greq.list[i]);
  if (!g || !is_hanging(g) || g->stuck)
    return;
  g->stuck = 1;
  if (g->cancelled) {
    struct finding f = claim(GREQ_CANCEL_WAITED, NULL, call_name(e->call));
    report(c, &f, e, ROLE_WAITS, &g->cancel, ROLE_CANCELLED, &g->start);
    return;
  }
  struct finding f = claim(GREQ_WAIT_FOREVER, NULL, call_name(e->call));
  report(c, &f, e, ROLE_WAITS, NULL, ROLE_NONE, &g->start);
}

/* Handles calls with one request or a list of requests. */
static void listed(struct check *c, const struct event *e) {
  for (int32_t i = 0; i < e->u.greq.count; i++) {
    const struct greq *g = greq_find(c, e->u.greq.list[i]);
    if (g)
      touched(c, g, e);
  }
}

void greq_feed(struct check *c, const struct event *e) {
  if (e->rank != c->rank)
    return;
  struct greq *g = e->u.greq.count ? NULL : greq_find(c, e->u.greq.handle);
  switch (e->u.greq.step) {
  case GREQ_START:
    start(c, g, e);
    return;
  case GREQ_COMPLETE:
    complete(c, g, e);
    return;
  case GREQ_BEGIN:
  case GREQ_WAIT:
    listed(c, e);
    return;
  case GREQ_STUCK:
    stuck(c, e);
    return;
  default:
    break;
  }
  if (!g)
    return;
  if (e->u.greq.step == GREQ_OTHER)
    greq_drop(c, g);
  else if (e->u.greq.step == GREQ_FREE)
    release(c, g, e);
  else if (e->u.greq.step == GREQ_CANCEL)
    touched(c, g, e);
  else
    greq_callback(c, g, e);
  if (e->u.greq.step == GREQ_FREED && g->completed)
    greq_die(c, g, e);
  else if (e->u.greq.step == GREQ_FREED)
    g->early = 1;
}

enum greq_wait check_greq_wait(struct check *c, const struct event *e) {
  int hanging = 0, polled = 0, others = 0;
  for (int32_t i = 0; i < e->u.greq.count; i++) {
    const struct greq *g = greq_find(c, e->u.greq.list[i]);
    if (g && (g->dead || g->released || greq_inside(e, g)))
      return GREQ_MATTERS;
    hanging += g && is_hanging(g);
    polled += g && g->polled;
    others += !g || !is_hanging(g);
  }
  if (!hanging || polled || e->u.greq.how == GREQ_TEST)
    return GREQ_FINE;
  return e->u.greq.how == GREQ_WAIT_ALL || !others ? GREQ_HANGS : GREQ_FINE;
}

int check_greq_known(const struct check *c, uint64_t handle) {
  return greq_find(c, handle) != NULL;
}

static void leftover(struct check *c, const struct greq *g, const struct event *e) {
  struct site s = site_of(NULL, e);
  struct finding f;
  if (g->completed)
    f = claim(GREQ_NEVER_WAITED, NULL);
  else if (g->cancelled)
    f = claim(GREQ_CANCEL_IGNORED, NULL);
  else
    f = claim(GREQ_NEVER_COMPLETED, NULL);
  claim_site(&f, NULL, &g->start, ROLE_REQUEST_MADE);
  if (g->completed || g->cancelled)
    claim_site(&f, NULL, g->completed ? &g->complete : &g->cancel,
               g->completed ? ROLE_COMPLETED : ROLE_CANCELLED);
  claim_site(&f, NULL, &s, ROLE_FINALIZE);
  claim_out(c, &f);
}

void greq_finalize(struct check *c, const struct event *e) {
  if (e->rank != c->rank || !c->greqs)
    return;
  for (const struct greq *g = c->greqs->table; g; g = g->hh.next)
    if (!g->dead && !g->stuck && !(g->completed && g->released))
      leftover(c, g, e);
}

void greqs_free(struct check *c) {
  struct greq *g, *next;
  if (!c->greqs)
    return;
  HASH_ITER(hh, c->greqs->table, g, next)
  greq_drop(c, g);
  free(c->greqs);
  c->greqs = NULL;
}
