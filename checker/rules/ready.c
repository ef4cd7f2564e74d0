/* ready.c: a send in ready mode may be started only if the matching receive has been posted
 * (section 3.4). The receiver judges: it knows when it posted the receive and, from the release
 * that came with the message, what the sender knew when it sent. */
#include <stdlib.h>
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/ordering.h"
#include "ready.h"

static struct posted *posted_find(const struct check *c, uint64_t id) {
  struct posted *p;
  HASH_FIND(hh, c->ready.posted, &id, sizeof id, p);
  return p;
}

static void posted_over(struct check *c, struct posted *p, const struct event_edge *x,
                        const struct release *m) {
  HASH_DEL(c->ready.posted, p);
  wildcard_over(c, p, x, m);
  if (p->flags & RECEIVE_PROBES)
    posted_free(p);
  else
    rival_keep(c, p, x, m);
}

static void post(struct check *c, const struct event *e) {
  struct posted *p = posted_find(c, e->u.receive.id) ? NULL : calloc(1, sizeof *p);
  if (!p)
    return;
  p->id = e->u.receive.id;
  p->time = c->time.now;
  p->when = e->u.receive.when;
  p->site = site_of(NULL, e);
  p->source = e->u.receive.source;
  p->comm = e->u.receive.comm;
  p->key = e->u.receive.key;
  p->room = e->u.receive.room;
  p->basic = e->u.receive.basic;
  p->element = e->u.receive.element;
  p->flags = e->flag;
  HASH_ADD(hh, c->ready.posted, id, sizeof p->id, p);
  if (check_added(c, p))
    p->clock = clock_hold(c->clock);
}

static void took(struct check *c, struct posted *p, const struct event *e) {
  HASH_DEL(c->ready.posted, p);
  rival_keep_dormant(c, p, e->u.receive.source, e->u.receive.key);
}

void ready_receive(struct check *c, const struct event *e) {
  if (e->phase == EVENT_ENTER) {
    post(c, e);
    return;
  }
  struct posted *p = posted_find(c, e->u.receive.id);
  c->ready.unsure |= (e->flag & RECEIVE_LOST) != 0;
  if (p && e->flag & RECEIVE_TOOK)
    took(c, p, e);
  else if (p)
    posted_over(c, p, NULL, NULL);
}

struct ready *ready_sent(struct check *c, const struct event *e) {
  struct ready *r = calloc(1, sizeof *r);
  c->ready.used = 1;
  if (!r) {
    c->failed = 1;
    return NULL;
  }
  r->site = site_of(NULL, e);
  r->site.target = c->rank;
  r->when = e->u.edge.when;
  r->doubt = (e->flag & RELEASE_DOUBT) != 0;
  return r;
}

static void claim_late(struct check *c, const struct ready *r, const struct site *receive,
                       enum location_role role, struct finding *f) {
  claim_site(f, NULL, &r->site, ROLE_READY_SEND);
  if (receive)
    claim_site(f, NULL, receive, role);
  claim_out(c, f);
}

static void claim_posted_late(struct check *c, const struct ready *r, const struct posted *p,
                              int heard) {
  int32_t from = r->site.rank, to = c->rank;
  struct finding f = from == to ? claim(RSEND_BEFORE_OWN_RECV, NULL, from, to)
                     : heard    ? claim(RSEND_BEFORE_RECV, NULL, from, to)
                                : claim(RSEND_BEFORE_RECV_BY_TIME, NULL, from, to);
  claim_late(c, r, &p->site, ROLE_RECEIVE_POSTED, &f);
}

static void claim_unordered(struct check *c, const struct ready *r,
                            const struct site *receive) {
  int32_t from = r->site.rank;
  struct finding f = claim(RSEND_BY_LUCK, NULL, from, c->rank);
  f.confidence = SCHEDULE;
  claim_ordering(&f, NOTHING_KNOWN, c->rank, from, c->rank, from);
  claim_site(&f, NULL, &r->site, ROLE_READY_SEND);
  claim_site(&f, NULL, receive, ROLE_RECEIVE_POSTED);
  claim_out(c, &f);
}

/* Returns whether a finding was made. */
static int judge(struct check *c, const struct release *m, const struct posted *p) {
  const struct ready *r = m->ready;
  int32_t from = r->site.rank;
  if (clock_knew(m->clock, from, m->time, c->rank, p->time))
    return 0;
  int own = from == c->rank, heard = clock_knew(p->clock, c->rank, p->time, from, m->time);
  if (heard || (own && p->time > m->time) || (r->when && p->when > r->when))
    claim_posted_late(c, r, p, heard);
  else if (!m->tainted && !r->doubt)
    claim_unordered(c, r, &p->site);
  return 1;
}

void ready_matched(struct check *c, const struct event *e) {
  const struct event_edge *x = &e->u.edge;
  struct channel *ch = NULL;
  struct posted *p = x->receive ? posted_find(c, x->receive) : NULL;
  struct release *m = release_find(c, x->rank, x->key, x->number, &ch);
  if (ch && e->flag & EDGE_BOUND)
    ch->bound = 1;
  else if (m && m->ready && !m->taken && e->flag & EDGE_PROBED) {
    struct site site = site_of(NULL, e);
    struct finding f = claim(RSEND_PROBED, NULL, m->ready->site.rank, c->rank);
    claim_late(c, m->ready, &site, ROLE_MESSAGE_FOUND, &f);
  } else if (m && m->ready && !m->taken && p) {
    p->told = judge(c, m, p);
  }
  if (p && ch && ch->bound)
    posted_over(c, p, NULL, NULL);
  else if (p)
    posted_over(c, p, x, m);
}

static void judge_left(struct check *c, const struct channel *ch) {
  for (int i = 0; i < ch->releases.count && !ch->bound; i++) {
    const struct release *m = queue_item(&ch->releases, i, sizeof *m);
    if (!m->ready || m->taken)
      continue;
    struct finding f = claim(RSEND_NEVER_RECEIVED, NULL, m->ready->site.rank, c->rank);
    claim_late(c, m->ready, NULL, ROLE_NONE, &f);
  }
}

/* A receive that was never completed may have taken a message. */
void ready_finalize(struct check *c, const struct event *e) {
  struct peer *p, *next;
  struct channel *ch, *after;
  if (!e->flag && e->rank == c->rank)
    wildcard_finalize(c);
  if (e->flag || c->ready.unsure || c->ready.posted || e->rank != c->rank)
    return;
  HASH_ITER(hh, c->peers.table, p, next)
  HASH_ITER(hh, p->channels, ch, after)
  judge_left(c, ch);
}

void ready_free(struct check *c) {
  struct posted *p, *next;
  HASH_ITER(hh, c->ready.posted, p, next) {
    HASH_DEL(c->ready.posted, p);
    posted_free(p);
  }
  rival_free(c);
  wildcard_free(c);
}
