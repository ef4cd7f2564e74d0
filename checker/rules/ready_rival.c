/* ready_rival.c: receives with wildcards, and messages that may take the receive that a ready
 * send has found.
 *
 * A message takes the first free receive that matches it, in the order of posting. A ready send
 * is safe if, in each order of arrival, one of the receives that were posted before it was sent
 * is left for it. This file tries orders in which the ready message m comes last. Before m come
 * the messages that need not be sent after it, nor after its receive was over, in the order of
 * the receives that they took in this run. One of them, y, is moved to the front, as far as its
 * sender and what that one knew allow. Messages that knew of more receives than m and y are
 * left out: m could take those receives, too. */
#include <stdlib.h>
#include "checker/core/clock.h"
#include "checker/core/queue.h"
#include "checker/core/state.h"
#include "checker/tell/claim.h"
#include "checker/tell/ordering.h"
#include "ready.h"

#define MOST (2 * PAST) /* number of receives that are looked at */

struct trial {
  const struct check *c;
  struct posted *at[MOST];       /* sorted by the time of posting */
  const struct posted *by[MOST]; /* the receive whose message has taken at[i] */
  int n;
};

static uint64_t known(const struct check *c, const struct posted *p) {
  return clock_last(p->message.clock, c->rank);
}

static int matches(const struct posted *receive, const struct posted *by) {
  return receive->comm == by->comm && (receive->source < 0 || receive->source == by->sender) &&
         (!receive->key || receive->key == by->message.key);
}

/* Returns whether the message of z may arrive before that of m. */
static int may_precede(const struct check *c, const struct posted *z, const struct posted *m) {
  if (z == m || !z->over || z->sender < 0 || z->sender == c->rank || known(c, z) >= m->over)
    return 0;
  return z->sender == m->sender
             ? z->message.time < m->message.time
             : !clock_knows(z->message.clock, z->sender, m->sender, m->message.time);
}

/* Returns the place of the first free receive that matches and was posted by event `until`;
 * NULL: there is none. */
static const struct posted **place(struct trial *t, const struct posted *by, uint64_t until) {
  for (int i = 0; i < t->n && t->at[i]->time <= until; i++)
    if (!t->by[i] && matches(t->at[i], by))
      return &t->by[i];
  return NULL;
}

static void arrive(struct trial *t, const struct posted *by, uint64_t until) {
  const struct posted **p = place(t, by, until);
  if (p)
    *p = by;
}

/* Returns the first of the others before which y's message may arrive. */
static int earliest(const struct trial *t, const struct posted *y) {
  uint64_t knows = known(t->c, y);
  int first = 0;
  for (int i = 0; i < t->n && t->at[i] != y; i++)
    if (t->at[i]->over && (t->at[i]->sender == y->sender || t->at[i]->over <= knows))
      first = i + 1;
  return first;
}

/* Returns whether no receive is left for m. y may be NULL. */
static int misses(struct trial *t, const struct posted *m, const struct posted *y) {
  uint64_t until = known(t->c, m);
  if (y && known(t->c, y) > until)
    until = known(t->c, y);
  int first = y ? earliest(t, y) : -1;
  for (int i = 0; i < t->n; i++)
    t->by[i] = NULL;
  for (int i = 0; i < t->n; i++) {
    if (i == first)
      arrive(t, y, until);
    if (t->at[i] != y && may_precede(t->c, t->at[i], m) && known(t->c, t->at[i]) <= until)
      arrive(t, t->at[i], until);
  }
  return !place(t, m, until);
}

/* Returns the receive whose message has taken m's receive. */
static const struct posted *taker(const struct trial *t, const struct posted *m) {
  for (int i = 0; i < t->n; i++)
    if (t->at[i] == m)
      return t->by[i];
  return NULL;
}

static void claim_rival(struct check *c, struct posted *m, const struct posted *by) {
  int32_t from = m->sender;
  struct finding f = claim(RSEND_HAS_RIVAL, NULL, from, c->rank, by->sender);
  f.confidence = SCHEDULE;
  claim_ordering(&f, RECEIVE_MATCHES_BOTH, by->sender);
  claim_site(&f, NULL, &m->message.site, ROLE_READY_SEND);
  claim_site(&f, NULL, &m->site, ROLE_RECEIVE_POSTED);
  claim_site(&f, NULL, &by->site, ROLE_OTHER_RECEIVE);
  claim_out(c, &f);
  m->told = 1;
}

static int is_open(const struct check *c, const struct posted *p) {
  return p->message.ready && !p->told && p->sender != c->rank;
}

/* Whether the message of `new` may change what becomes of m. */
static int concerns(const struct check *c, const struct posted *m, const struct posted *new) {
  return is_open(c, m) && (m == new || may_precede(c, new, m));
}

static void judge(struct trial *t, struct check *c, struct posted *m,
                  const struct posted *new) {
  int missed = concerns(c, m, new) && misses(t, m, NULL);
  for (int i = 0; concerns(c, m, new) && i < t->n && !missed; i++)
    if ((m == new || t->at[i] == new) && may_precede(c, t->at[i], m))
      missed = misses(t, m, t->at[i]);
  if (missed && taker(t, m))
    claim_rival(c, m, taker(t, m));
}

static int by_post(const void *a, const void *b) {
  const struct posted *const *x = a, *const *y = b;
  return ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

/* Returns all receives that are known, in `all`; 0 if no message of theirs is ready, or none
 * has a wildcard: then there is nothing to find. */
static int collect(const struct check *c, struct posted *all[MOST]) {
  struct posted *p, *next;
  int n = 0, open = 0, wild = 0;
  for (int i = 0; i < c->ready.past.count; i++)
    all[n++] = *(struct posted **)queue_item(&c->ready.past, i, sizeof p);
  HASH_ITER(hh, c->ready.posted, p, next)
  all[n++] = p;
  for (int i = 0; i < n; i++) {
    open |= is_open(c, all[i]);
    wild |= all[i]->source < 0;
  }
  return open && wild ? n : 0;
}

static int took(const struct posted *p) {
  return p->over && p->sender >= 0;
}

/* Whether the message that one of them took could take the other one, too. */
static int contend(const struct posted *a, const struct posted *b) {
  return (took(a) && matches(b, a)) || (took(b) && matches(a, b));
}

/* Takes the receives whose messages could take each other's, and so on, beginning with
 * `latest`: what becomes of the other ones makes no difference for these. Sorts them by the
 * time of posting. */
static void gather(struct trial *t, struct posted *all[MOST], int n, struct posted *latest) {
  t->at[t->n++] = latest;
  for (int i = 0; i < t->n; i++)
    for (int k = 0; k < n; k++)
      if (all[k] && all[k] != latest && contend(t->at[i], all[k])) {
        t->at[t->n++] = all[k];
        all[k] = NULL;
      }
  qsort(t->at, (size_t)t->n, sizeof *t->at, by_post);
}

/* Returns whether messages of other senders can take one of the receives. */
static int any_wildcard(const struct trial *t) {
  for (int i = 0; i < t->n; i++)
    if (t->at[i]->source < 0)
      return 1;
  return 0;
}

static void judge_all(struct check *c, struct posted *new) {
  struct posted *all[MOST];
  struct trial t = {.c = c};
  if (!c->ready.used || c->ready.unsure || c->peers.doubt ||
      c->ready.past.count + (int)HASH_COUNT(c->ready.posted) > MOST)
    return;
  int n = collect(c, all);
  if (!n)
    return;
  gather(&t, all, n, new);
  if (!any_wildcard(&t))
    return;
  for (int i = 0; i < t.n; i++)
    judge(&t, c, t.at[i], new);
}

void posted_free(struct posted *p) {
  clock_drop(p->clock);
  clock_drop(p->message.clock);
  free(p);
}

/* Puts the receive into the queue of those that are over. */
static void keep(struct check *c, struct posted *p) {
  struct posted *oldest;
  if (c->ready.past.count == PAST) {
    queue_shift(&c->ready.past, &oldest, sizeof oldest);
    posted_free(oldest);
  }
  if (!queue_push(c, &c->ready.past, &p, sizeof p))
    posted_free(p);
  else if (p->sender >= 0)
    judge_all(c, p);
}

void rival_keep_dormant(struct check *c, struct posted *p, int32_t sender, uint64_t key) {
  p->over = c->time.now;
  p->sender = sender;
  p->message.key = key;
  keep(c, p);
}

void rival_keep(struct check *c, struct posted *p, const struct event_edge *x,
                const struct release *m) {
  p->over = c->time.now;
  p->sender = -1;
  if (m && !m->tainted) {
    p->sender = x->rank;
    p->message.key = x->key;
    p->message.time = m->time;
    p->message.clock = clock_hold(m->clock);
  }
  if (m && !m->tainted && m->ready && !m->ready->doubt) {
    p->message.ready = 1;
    p->message.site = m->ready->site;
  }
  keep(c, p);
}

void rival_free(struct check *c) {
  struct posted *p;
  while (c->ready.past.count) {
    queue_shift(&c->ready.past, &p, sizeof p);
    posted_free(p);
  }
  queue_free(&c->ready.past);
}
