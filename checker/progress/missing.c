#include "missing.h"

#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "locks.h"
#include "rank_list.h"

int missing_is_for_all(const struct pending *w) {
  return w->await && w->await->all;
}

int missing_needs_each(const struct pending *w) {
  int kind = w->told.kind;
  return kind != AWAIT_SEND && kind != AWAIT_RECEIVE && kind != AWAIT_REQUEST &&
         kind != AWAIT_EXCHANGE && kind != AWAIT_UPDATE && !w->some;
}

int missing_needs_all(const struct pending *w) {
  return missing_needs_each(w) || w->missing.n == 1 || missing_is_for_all(w);
}

/* Returns how often the process of w has made such calls on the window that name `peer`. */
static struct event_calls calls_for(const struct pending *w, uint64_t window, int32_t peer) {
  const struct event_synchronised *done = standstill_window(w, window);
  for (int32_t i = 0; done && i < done->peers; i++)
    if (done->calls[i].rank == peer)
      return done->calls[i];
  return (struct event_calls){.rank = peer};
}

/* MPI_Bcast_c is MPI_Bcast with other types of arguments. */
int missing_same_call(const struct pending *w, const struct pending *p) {
  const char *a = call_name(w->told.part), *b = call_name(p->told.part);
  size_t n = strlen(a), m = strlen(b);
  n -= n > 2 && !strcmp(a + n - 2, "_c") ? 2 : 0;
  m -= m > 2 && !strcmp(b + m - 2, "_c") ? 2 : 0;
  return n == m && !strncmp(a, b, n);
}

int missing_differs(const struct pending *w, const struct pending *p) {
  const struct event_await *mine = w->await, *other = p->await;
  return w->told.kind == AWAIT_COLLECTIVE && p->told.kind == AWAIT_COLLECTIVE &&
         mine->counted && other->counted && mine->comm == other->comm &&
         mine->number == other->number &&
         (!missing_same_call(w, p) || mine->root != other->root);
}

/* Where one of them does not know on what its call is, it may be on the same. */
static int is_on_same(const struct event_await *a, const struct event_await *b) {
  return !b || !a->comm || !b->comm || a->comm == b->comm;
}

/* Returns whether p has begun the collective call that w is in: it has made as many calls on
 * the communicator, or has freed it. */
static int has_entered(const struct pending *w, const struct pending *p) {
  if (!w->await->counted)
    return p->told.in_call && p->told.call == w->told.call && is_on_same(w->await, p->await);
  if (missing_differs(w, p))
    return 0;
  const struct note *note = note_next(p, NULL, EVENT_COLLECTIVES);
  const struct event_collectives *c = note ? &note->event.u.collectives : NULL;
  for (int32_t i = 0; c && i < c->comms; i++)
    if (c->begun[i].comm == w->await->comm)
      return c->begun[i].number >= w->await->number;
  return 1;
}

static int64_t fences(const struct pending *w, uint64_t window) {
  const struct event_synchronised *done = standstill_window(w, window);
  return done ? done->fences : 0;
}

/* Returns whether p has done what w waits for, by the counters of both. */
static int has_done(const struct pending *w, const struct pending *p) {
  int32_t me = w->told.rank, peer = p->told.rank;
  switch (w->told.kind) {
  case AWAIT_POST:
    return calls_for(p, w->window, me).posts >= calls_for(w, w->window, peer).starts;
  case AWAIT_COMPLETE:
    return calls_for(p, w->window, me).completes >= calls_for(w, w->window, peer).posts;
  case AWAIT_FENCE:
    return (p->told.kind == AWAIT_FENCE && p->window == w->window) ||
           fences(p, w->window) > fences(w, w->window);
  case AWAIT_COLLECTIVE:
    return has_entered(w, p);
  default:
    return 0;
  }
}

int missing_has_started(const struct pending *w, const struct pending *p) {
  return calls_for(p, w->window, w->told.rank).starts >=
         calls_for(w, w->window, p->told.rank).posts;
}

/* Adds to w->missing those peers that have not done their part, and to `all` every peer. */
static void add_missing(struct scene *s, struct pending *w, const int32_t *peer, int32_t peers,
                        struct rank_list *all) {
  for (int32_t i = 0; i < peers; i++) {
    if (peer[i] < 0)
      continue;
    const struct pending *p = scene_shown(s, peer[i]);
    s->failed |= !rank_list_add(all, peer[i]);
    if (w->told.kind != AWAIT_LOCK && (!p || !has_done(w, p)))
      s->failed |= !rank_list_add(&w->missing, peer[i]);
  }
}

static void find_in(struct scene *s, struct pending *w, struct rank_list *all) {
  const struct event_await *a = w->await;
  /* No rank is known to keep it from a shared lock. */
  int shared = w->told.kind == AWAIT_LOCK && !a->exclusive;
  if (w->told.kind == AWAIT_LOCK)
    locks_add_holders(s, w);
  add_missing(s, w, a->peer, a->peers, all);
  if (!w->missing.n && a->further) {
    all->n = 0; /* they are all */
    add_missing(s, w, a->other, a->others, all);
    w->some = w->missing.n > 0 && w->told.kind == AWAIT_COLLECTIVE;
  }
  if (w->missing.n || shared)
    return;
  w->told.done = w->told.kind != AWAIT_LOCK && all->n > 0;
  struct rank_list none = w->missing;
  w->missing = *all;
  *all = none;
}

static void find(struct scene *s, struct pending *w, const struct event_await *a) {
  struct rank_list all = {0};
  w->await = a;
  w->told.part = a->begun < CALLS ? a->begun : w->told.call;
  w->told.done = 0;
  w->some = 0;
  w->missing.n = 0;
  if (w->told.in_call)
    find_in(s, w, &all);
  rank_list_sort(&w->missing);
  free(all.at);
}

/* Notes what each thread is in, before threads are compared with each other. */
static void begin(struct pending *w) {
  const struct note *first = note_next(w, NULL, EVENT_AWAIT);
  if (!first)
    return;
  w->await = &first->event.u.await;
  w->window = first->event.win;
  w->told.kind = w->told.in_call ? w->await->kind : AWAIT_NOTHING;
  w->told.part = w->await->begun < CALLS ? w->await->begun : w->told.call;
}

/* A thread that needs several things waits for the first that is not there. */
static void find_first(struct scene *s, struct pending *w) {
  const struct note *n = note_next(w, NULL, EVENT_AWAIT);
  if (!n)
    return;
  find(s, w, &n->event.u.await);
  while ((n = note_next(w, n, EVENT_AWAIT))) {
    find(s, w, &n->event.u.await);
    if (!w->told.done && w->missing.n)
      return;
  }
}

void missing_find(struct scene *s) {
  for (size_t i = 0; i < s->count; i++)
    begin(&s->pending[i]);
  for (size_t i = 0; i < s->count; i++) {
    struct pending *w = &s->pending[i];
    find_first(s, w);
    w->told.missing = w->missing.at;
    w->told.count = w->missing.n;
  }
}
