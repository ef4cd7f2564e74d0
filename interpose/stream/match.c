#include "match.h"
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "match_part.h"

#ifndef PLACES
/* When there are more places than this, those that can be are made idle. */
#define PLACES 1024
#endif

struct match *match_new(match_resolve *resolve) {
  struct match *m = malloc(sizeof *m);
  if (m)
    *m = (struct match){.resolve = resolve, .most = PLACES};
  return m;
}

static void free_list(struct receive *r) {
  while (r) {
    struct receive *after = r->after;
    free(r);
    r = after;
  }
}

void match_free(struct match *m) {
  struct match_place *p, *next;
  HASH_ITER(hh, m->places, p, next) {
    free_list(p->first);
    free_list(p->doubt);
    free(p->hole);
    HASH_DEL(m->places, p);
    free(p);
  }
  free_list(m->unused);
  idle_places_free(&m->idle);
  free(m);
}

void match_loose(struct match *m) {
  m->loose = 1;
}

int match_bound(const struct match *m) {
  return m->loose || m->bound;
}

static struct match_place *place_find(struct match *m, int source, int tag) {
  struct envelope key = {source, tag};
  struct match_place *p;
  HASH_FIND(hh, m->places, &key, sizeof key, p);
  return p;
}

static struct match_place *place_get(struct match *m, int source, int tag) {
  struct match_place *p = place_find(m, source, tag);
  if (!p && (p = calloc(1, sizeof *p))) {
    p->envelope = (struct envelope){source, tag};
    p->next = p->done = idle_places_get(&m->idle, source, tag);
    unsigned before = HASH_COUNT(m->places);
    HASH_ADD(hh, m->places, envelope, sizeof p->envelope, p);
    if (HASH_COUNT(m->places) == before) {
      free(p);
      return NULL;
    }
    m->place_count++;
  }
  if (p)
    m->last = p;
  return p;
}

static int is_idle(const struct match_place *p) {
  return !p->first && !p->flight && !p->holes && !p->doubt && p->done == p->next;
}

/* An idle place is reduced to its numbers, because a program may use new tags for ever. A
 * wildcard without an ordinal may have taken a message of an idle place. */
static void places_tidy(struct match *m) {
  struct match_place *p, *next;
  HASH_ITER(hh, m->places, p, next) {
    const struct envelope *e = &p->envelope;
    if (!is_idle(p) || (p->next && !idle_places_put(&m->idle, e->source, e->tag, p->next)))
      continue;
    HASH_DEL(m->places, p);
    m->place_count--;
    free(p->hole);
    free(p);
  }
  m->last = NULL;
  m->tidied++;
  m->most = m->place_count * 2 > PLACES ? m->place_count * 2 : PLACES;
}

static __attribute__((noinline)) struct match_place *place_other(struct match *m, int source,
                                                                 int tag) {
  struct match_place *p = place_find(m, source, tag);
  if (p)
    return m->last = p;
  if (m->place_count >= m->most && !m->wild)
    places_tidy(m);
  return place_get(m, source, tag);
}

/* For a call from outside, while nothing here looks at a place. */
static inline struct match_place *place_enter(struct match *m, int source, int tag) {
  struct match_place *p = m->last;
  return p && p->envelope.source == source && p->envelope.tag == tag
             ? p
             : place_other(m, source, tag);
}

static inline struct receive *receive_take(struct match *m) {
  struct receive *r = m->unused;
  if (!r)
    return malloc(sizeof *r);
  m->unused = r->after;
  return r;
}

static void receive_free(struct match *m, struct receive *r) {
  r->after = m->unused;
  m->unused = r;
}

static void enqueue(struct match *m, struct receive *r) {
  struct match_place *p = r->place;
  r->after = NULL;
  r->before = p->last;
  if (p->last)
    p->last->after = r;
  else
    p->first = r;
  p->last = r;
  m->wild += place_is_wild(p);
}

static void unlink_receive(struct match *m, struct receive *r) {
  struct match_place *p = r->place;
  if (r->before)
    r->before->after = r->after;
  else
    p->first = r->after;
  if (r->after)
    r->after->before = r->before;
  else
    p->last = r->before;
  m->wild -= place_is_wild(p);
}

/* The places whose receives could take a message of this place. */
static int rivals(struct match *m, struct match_place *p, struct match_place *at[4]) {
  int n = 0;
  at[n++] = p;
  if (!m->wild)
    return n;
  const struct envelope *e = &p->envelope;
  const struct envelope other[] = {
      {MATCH_ANY, e->tag}, {e->source, MATCH_ANY}, {MATCH_ANY, MATCH_ANY}};
  for (int i = 0; i < 3; i++) {
    struct match_place *q = place_find(m, other[i].source, other[i].tag);
    if (q)
      at[n++] = q;
  }
  return n;
}

/* Finds a receive without an ordinal, posted before `order`, that could have taken messages of
 * `p`. */
static struct receive *earlier(struct match *m, struct match_place *p, uint64_t order) {
  struct match_place *at[4];
  int n = rivals(m, p, at);
  for (int i = 0; i < n; i++)
    if (at[i]->first && at[i]->first->order < order)
      return at[i]->first;
  return NULL;
}

static enum match_answer ask(struct match *m, struct receive *r) {
  int source = 0, tag = 0;
  if (r->taken && (!r->cancelled || !r->owner))
    return MATCH_TOOK;
  enum match_answer answer = m->resolve(r->owner, &source, &tag);
  if (answer == MATCH_TOOK && !r->taken)
    r->taken = place_get(m, source, tag);
  return answer == MATCH_LOST ? answer : r->taken ? MATCH_TOOK : MATCH_OPEN;
}

static void doubt_begin(struct receive *r) {
  struct match_place *p = r->taken;
  r->in_doubt = 1;
  r->before = NULL;
  r->after = p->doubt;
  if (r->after)
    r->after->before = r;
  p->doubt = r;
}

static void number(struct match *m, struct receive *r) {
  unlink_receive(m, r);
  r->ordinal = r->taken->next++;
  if (!r->owner) { /* completed before */
    receive_free(m, r);
    return;
  }
  r->taken->flight++;
  if (r->cancelled)
    doubt_begin(r);
}

/* Gives ordinals to receives that were posted before `order` and could have taken messages of
 * `p`. Returns 0 if that is not possible yet. */
static int settle(struct match *m, struct match_place *p, uint64_t order) {
  struct receive *first;
  while ((first = earlier(m, p, order))) {
    struct receive *r = first, *before = r;
    enum match_answer answer = MATCH_TOOK;
    while (before && (answer = ask(m, before)) == MATCH_TOOK) {
      r = before;
      before = earlier(m, r->taken, r->order);
    }
    if (answer == MATCH_OPEN)
      return 0;
    if (answer == MATCH_LOST) {
      unlink_receive(m, before);
      before->ordinal = GONE;
      before->taken = NULL;
    } else {
      number(m, r);
    }
  }
  return 1;
}

/* Returns the lowest ordinal that a receive posted as `order` can have. */
static int64_t at_least(struct match *m, struct match_place *p, uint64_t order) {
  struct match_place *at[4];
  int n = rivals(m, p, at);
  int64_t least = p->next;
  m->bound = 1;
  for (int i = 0; i < n; i++)
    for (struct receive *r = at[i]->first; r && r->order < order; r = r->after)
      least += r->taken == p && (!r->cancelled || ask(m, r) != MATCH_LOST);
  return least;
}

static inline struct match_place *place_again(struct match *m, struct match_again *a) {
  if (!a->place || a->tidied != m->tidied) {
    a->place = place_enter(m, a->source, a->tag);
    a->tidied = m->tidied;
  }
  return a->place;
}

struct receive *match_post_again(struct match *m, struct match_again *a, void *owner) {
  struct match_place *p = place_again(m, a);
  struct receive *r = p ? receive_take(m) : NULL;
  if (!r)
    return NULL;
  *r = (struct receive){.place = p, .owner = owner, .ordinal = WAITS, .order = m->posted++};
  r->taken = place_is_wild(p) ? NULL : p;
  if (r->taken && (!(m->wild || p->first) || !earlier(m, p, r->order))) {
    r->ordinal = p->next++;
    p->flight++;
  } else {
    enqueue(m, r);
  }
  return r;
}

struct receive *match_post(struct match *m, int source, int tag, void *owner) {
  return match_post_again(m, &(struct match_again){.source = source, .tag = tag}, owner);
}

/* A receive that is cancelled after others were posted leaves a hole: the number of a message
 * is its ordinal less the holes before it. */

static void hole_add(struct match_place *p, int64_t ordinal) {
  if (p->holes == p->room) {
    size_t room = p->room ? p->room * 2 : 8;
    int64_t *grown = realloc(p->hole, room * sizeof *grown);
    if (!grown)
      return; /* numbers are too high by one until nothing is in flight */
    p->hole = grown;
    p->room = room;
  }
  size_t i = p->holes++;
  for (; i && p->hole[i - 1] > ordinal; i--)
    p->hole[i] = p->hole[i - 1];
  p->hole[i] = ordinal;
}

static void landed(struct match_place *p) {
  if (!--p->flight) {
    p->next -= (int64_t)p->holes;
    p->holes = 0;
  }
}

static void doubt_end(struct receive *r) {
  struct match_place *p = r->taken;
  if (!r->in_doubt)
    return;
  if (r->before)
    r->before->after = r->after;
  else
    p->doubt = r->after;
  if (r->after)
    r->after->before = r->before;
  r->in_doubt = 0;
}

void match_doubt(struct receive *r) {
  if (r->ordinal >= 0 && !r->cancelled)
    doubt_begin(r);
  r->cancelled = 1;
}

static int64_t number_of(struct match *m, struct match_place *p, int64_t ordinal) {
  int source, tag;
  for (struct receive *r = p->doubt, *after; r; r = after) {
    after = r->after;
    if (r->ordinal < ordinal && m->resolve(r->owner, &source, &tag) == MATCH_LOST) {
      doubt_end(r);
      hole_add(p, r->ordinal);
      r->ordinal = GONE; /* it still counts as in flight, because of the holes */
    }
  }
  size_t below = 0, end = p->holes;
  while (below < end) {
    size_t middle = (below + end) / 2;
    if (p->hole[middle] < ordinal)
      below = middle + 1;
    else
      end = middle;
  }
  return ordinal - (int64_t)below;
}

/* With several threads it is not known which message it was, but as many have come as receives
 * are over. */
static int64_t finish(struct match *m, struct match_place *p, int64_t ordinal) {
  int64_t n = number_of(m, p, ordinal), least = p->done++;
  return m->loose ? least : n;
}

static __attribute__((noinline)) int64_t complete(struct match *m, struct receive *r,
                                                  int source, int tag) {
  struct match_place *p = place_enter(m, source, tag);
  m->bound = 0;
  if (!p)
    return -1;
  if (r->ordinal == GONE) { /* it was given up too early */
    match_cancel(m, r);
    return match_now(m, source, tag);
  }
  if (r->ordinal == WAITS) {
    r->taken = p;
    if (!settle(m, p, r->order)) {
      r->owner = NULL;
      return finish(m, p, at_least(m, p, r->order));
    }
    number(m, r);
  }
  doubt_end(r);
  int64_t n = finish(m, p, r->ordinal);
  landed(p);
  receive_free(m, r);
  return n;
}

int64_t match_complete(struct match *m, struct receive *r, int source, int tag) {
  struct match_place *p = r->taken;
  if (!m->loose && r->ordinal >= 0 && !r->in_doubt && !p->doubt && !p->holes &&
      p->envelope.source == source && p->envelope.tag == tag) { /* the usual case */
    m->bound = 0;
    p->done++;
    p->flight--;
    receive_free(m, r);
    return r->ordinal;
  }
  return complete(m, r, source, tag);
}

void match_cancel(struct match *m, struct receive *r) {
  if (r->ordinal == WAITS) {
    unlink_receive(m, r);
  } else {
    doubt_end(r);
    if (r->ordinal >= 0 && r->ordinal == r->taken->next - 1)
      r->taken->next--;
    else if (r->ordinal >= 0)
      hole_add(r->taken, r->ordinal);
    if (r->taken)
      landed(r->taken);
  }
  receive_free(m, r);
}

void match_forget(struct match *m, struct receive *r) {
  r->owner = NULL;
  if (r->ordinal == WAITS && r->taken)
    return; /* it will get its ordinal later */
  if (r->ordinal == WAITS)
    unlink_receive(m, r);
  doubt_end(r);
  if (r->ordinal != WAITS && r->taken)
    landed(r->taken);
  receive_free(m, r);
}

static int64_t now_later(struct match *m, struct match_place *p, uint64_t order) {
  if (settle(m, p, order))
    return finish(m, p, p->next++);
  struct receive *r = receive_take(m);
  if (!r)
    return -1;
  *r = (struct receive){.place = p, .taken = p, .order = order, .ordinal = WAITS};
  enqueue(m, r);
  return finish(m, p, at_least(m, p, order));
}

int64_t match_now_again(struct match *m, struct match_again *a) {
  struct match_place *p = place_again(m, a);
  uint64_t order = m->posted++;
  m->bound = 0;
  if (!p || m->wild || p->first || p->doubt || p->holes || m->loose)
    return p ? now_later(m, p, order) : -1;
  p->done++; /* first in line */
  return p->next++;
}

int64_t match_now(struct match *m, int source, int tag) {
  return match_now_again(m, &(struct match_again){.source = source, .tag = tag});
}

int64_t match_peek(struct match *m, int source, int tag) {
  struct match_place *p = place_enter(m, source, tag);
  m->bound = 0;
  if (!p)
    return -1;
  int64_t n = settle(m, p, m->posted) ? p->next : at_least(m, p, m->posted);
  n = number_of(m, p, n);
  return m->loose && n > p->done ? p->done : n;
}

int64_t match_next(struct match *m, int source, int tag) {
  struct match_place *p = place_enter(m, source, tag);
  return p && !p->holes && !p->doubt && !earlier(m, p, m->posted) ? p->next : -1;
}
