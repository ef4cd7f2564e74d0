/* ready.c: a send in ready mode may be started only if the matching receive has been posted
 * (section 3.4). The receiver judges: it knows when it posted the receive and, from the release
 * that came with the message, what the sender knew when it sent. */
#include <stdio.h>
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
  HASH_ADD(hh, c->ready.posted, id, sizeof p->id, p);
  if (check_added(c, p))
    p->clock = clock_hold(c->clock);
}

void ready_receive(struct check *c, const struct event *e) {
  if (e->phase == EVENT_ENTER) {
    post(c, e);
    return;
  }
  struct posted *p = posted_find(c, e->u.receive.id);
  c->ready.unsure |= e->flag;
  if (p)
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
                       const char *role, const char *why) {
  struct finding f =
      claim(SLUG_RSEND_BEFORE_RECV, NULL, "Rank %d sends to rank %d in ready mode, but %s.",
            r->site.rank, c->rank, why);
  claim_site(&f, NULL, &r->site, "ready send");
  if (receive)
    claim_site(&f, NULL, receive, role);
  claim_out(c, &f);
}

static void claim_unordered(struct check *c, const struct ready *r,
                            const struct site *receive) {
  int32_t from = r->site.rank;
  struct finding f =
      claim(SLUG_RSEND_UNORDERED, NULL,
            "Rank %d sends to rank %d in ready mode; the receive was posted in time, but only "
            "by luck: nothing makes the send wait for the receive to be posted.",
            from, c->rank);
  f.confidence = SCHEDULE;
  snprintf(
      f.ordering, sizeof f.ordering,
      "Nothing that rank %d did after {1} was known to rank %d at {0}. What is missing: a "
      "message from rank %d sent after {1} and received by rank %d before {0}, or a barrier "
      "after {1} and before {0}.",
      c->rank, from, c->rank, from);
  claim_site(&f, NULL, &r->site, "ready send");
  claim_site(&f, NULL, receive, "receive posted here");
  claim_out(c, &f);
}

/* Whether it was told. */
static int judge(struct check *c, const struct release *m, const struct posted *p) {
  const struct ready *r = m->ready;
  int32_t from = r->site.rank;
  if (from == c->rank ? p->time < m->time : clock_at(m->clock, c->rank) >= p->time)
    return 0;
  const char *role = "receive posted here";
  if (from == c->rank)
    claim_late(c, r, &p->site, role, "the receive was posted after it");
  else if (clock_at(p->clock, from) >= m->time)
    claim_late(c, r, &p->site, role,
               "the receive was posted after the send had started: whoever posted it had heard "
               "from the sender since");
  else if (r->when && p->when > r->when)
    claim_late(c, r, &p->site, role,
               "the receive was posted after the send had started, by the monotonic clock that "
               "both ranks share");
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
    claim_late(c, m->ready, &site, "message found here",
               "a probe found the message: no receive was posted for it when it came");
  } else if (m && m->ready && !m->taken && p) {
    p->told = judge(c, m, p);
  }
  if (p)
    posted_over(c, p, x, ch && ch->bound ? NULL : m);
}

static void judge_left(struct check *c, const struct channel *ch) {
  for (int i = 0; i < ch->releases.count && !ch->bound; i++) {
    const struct release *m = queue_item(&ch->releases, i, sizeof *m);
    if (m->ready && !m->taken)
      claim_late(c, m->ready, NULL, NULL, "no receive was ever posted for the message");
  }
}

/* A receive that was never completed may have taken a message. */
void ready_finalize(struct check *c, const struct event *e) {
  struct peer *p, *next;
  struct channel *ch, *after;
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
}
