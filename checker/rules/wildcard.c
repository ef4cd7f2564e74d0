#include "wildcard.h"

#include <stdlib.h>

#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/state.h"
#include "checker/tell/basic_name.h"
#include "checker/tell/claim.h"
#include "include/call.h"
#include "include/check.h"
#include "ready.h"

struct received {
  uint64_t posted, over;
  struct site site;
  int32_t source; /* as posted; -1: any */
  uint64_t comm, key;
  int64_t room; /* in bytes; -1: not known */
  uint16_t basic, element;
  uint8_t flags; /* enum receive_flag */
  int32_t sender;
  struct {
    uint64_t key, number, time;
    struct clock *clock;
    int64_t bytes; /* -1: not known */
    struct site site;
  } message;
  int told; /* another message that it could have taken */
  int luck; /* one that would have been wrong */
};

/* If `wild` takes the message of `named`, that one gets none, as far as is known until now.
 * Both are without clocks. */
struct starved {
  struct received wild, named;
};

/* Whether the receive matches a message of this sender with this key. */
static int matches(int32_t source, uint64_t comm, uint64_t key, const struct received *m) {
  return (source < 0 || source == m->sender) && comm == m->comm &&
         (!key || key == m->message.key);
}

static unsigned kept(const struct check *c) {
  return c->wildcards.count < WILDCARD_PAST ? c->wildcards.count : WILDCARD_PAST;
}

static int is_first(const struct check *c, const struct received *w, const struct received *r) {
  for (unsigned i = 0; i < kept(c); i++) {
    const struct received *q = &c->wildcards.past[i];
    if (q->posted > w->posted && q->sender == r->sender &&
        matches(w->source, w->comm, w->key, q) && q->message.time < r->message.time)
      return 0;
  }
  /* A receive that is still open may have taken one before. */
  for (const struct posted *q = c->ready.posted; q; q = q->hh.next)
    if (q->time > w->posted && q->time < r->posted && q->comm == w->comm &&
        (q->source < 0 || q->source == r->sender))
      return 0;
  return 1;
}

/* Whether w could have taken the message that r has taken. */
static int could_take(const struct check *c, const struct received *w,
                      const struct received *r) {
  return w->source < 0 && w->sender >= 0 && r->sender >= 0 && w->sender != r->sender &&
         r->sender != c->rank && !(r->flags & RECEIVE_PROBES) && r->posted > w->posted &&
         w->posted > c->wildcards.forgotten && matches(w->source, w->comm, w->key, r) &&
         clock_last(r->message.clock, c->rank) < w->over && is_first(c, w, r);
}

static void claim_sites(struct check *c, struct finding *f, const struct received *w,
                        const struct site *second, enum location_role role2,
                        const struct site *third, enum location_role role3) {
  f->confidence = SCHEDULE;
  claim_site(f, NULL, &w->site, ROLE_WILDCARD);
  claim_site(f, NULL, second, role2);
  claim_site(f, NULL, third, role3);
  claim_out(c, f);
}

static void claim_luck(struct check *c, struct received *w, const struct received *r,
                       struct finding *f) {
  w->told = w->luck = 1;
  claim_sites(c, f, w, &r->message.site, ROLE_OTHER_MESSAGE, &r->site, ROLE_OTHER_RECEIVE);
}

/* Returns whether the message does not fit w, which is told then. */
static int is_wrong(struct check *c, struct received *w, const struct received *r) {
  int64_t bytes = r->message.bytes;
  const char *call = call_name(w->site.call);
  if (w->flags & RECEIVE_PROBES || w->room < 0 || bytes < 0)
    return 0;
  if (bytes > w->room) {
    struct finding f = claim(TAKES_LONGER_MESSAGE, NULL, call, (long long)w->room, w->sender,
                             (long long)bytes, r->sender);
    claim_luck(c, w, r, &f);
    return 1;
  }
  if (bytes && w->room && !check_alike(w->basic, w->element, r->basic, r->element)) {
    struct finding f = claim(TAKES_OTHER_TYPE, NULL, call, basic_name(w->basic), w->sender,
                             r->sender, basic_name(r->basic));
    claim_luck(c, w, r, &f);
    return 1;
  }
  return 0;
}

static int same_line(const struct received *a, const struct received *b) {
  return a->site.stack == b->site.stack && a->site.call == b->site.call;
}

static int is_suspected(const struct wildcards *all, const struct received *w,
                        const struct received *r) {
  for (unsigned i = 0; i < all->suspects; i++)
    if (same_line(&all->suspect[i].wild, w) && same_line(&all->suspect[i].named, r))
      return 1;
  return 0;
}

/* If the program does not look at the status of w, it names the source of r whichever message w
 * takes. Returns whether the two are suspects. */
static int suspect(struct check *c, const struct received *w, const struct received *r) {
  struct wildcards *all = &c->wildcards;
  if (!(w->flags & RECEIVE_IGNORES) || r->source < 0)
    return 0;
  if (is_suspected(all, w, r))
    return 1;
  if (!all->suspect && !(all->suspect = calloc(WILDCARD_SUSPECTS, sizeof *all->suspect)))
    c->failed = 1;
  if (!all->suspect || all->suspects == WILDCARD_SUSPECTS)
    return 0;
  struct starved *s = &all->suspect[all->suspects++];
  *s = (struct starved){*w, *r};
  s->wild.message.clock = s->named.message.clock = NULL;
  return 1;
}

static void claim_race(struct check *c, const struct received *w, const struct received *r) {
  const char *call = call_name(w->site.call);
  struct finding f = w->flags & RECEIVE_PROBES
                         ? claim(FINDS_EITHER, NULL, call, w->sender, r->sender)
                         : claim(TAKES_EITHER, NULL, call, w->sender, r->sender);
  claim_sites(c, &f, w, &w->message.site, ROLE_TAKEN_MESSAGE, &r->message.site,
              ROLE_OTHER_MESSAGE);
}

/* A later receive from any source takes a message of the same sender: it would get the message
 * that the first one did not take, and leave its own to the receive in between. */
static void clear_suspects(struct check *c, const struct received *r) {
  struct wildcards *all = &c->wildcards;
  for (unsigned i = 0; i < all->suspects;) {
    struct starved s = all->suspect[i];
    if (r->source >= 0 || r->posted < s.wild.posted || r->sender != s.named.sender ||
        !matches(s.named.source, s.named.comm, s.named.key, r)) {
      i++;
      continue;
    }
    all->suspect[i] = all->suspect[--all->suspects];
    claim_race(c, &s.wild, &s.named);
  }
}

static void judge(struct check *c, struct received *w, const struct received *r) {
  if (w->luck || !could_take(c, w, r) || is_wrong(c, w, r))
    return;
  if (suspect(c, w, r) || w->told)
    return;
  w->told = 1;
  claim_race(c, w, r);
}

static void forget_until(struct check *c, uint64_t posted) {
  if (posted > c->wildcards.forgotten)
    c->wildcards.forgotten = posted;
}

static void forget(struct check *c, struct received *r) {
  forget_until(c, r->posted);
  clock_drop(r->message.clock);
}

static struct received *room_for(struct check *c) {
  struct wildcards *all = &c->wildcards;
  if (!all->past && !(all->past = calloc(WILDCARD_PAST, sizeof *all->past))) {
    c->failed = 1;
    return NULL;
  }
  struct received *r = &all->past[all->count % WILDCARD_PAST];
  if (all->count >= WILDCARD_PAST)
    forget(c, r);
  all->count++;
  return r;
}

/* The probe that has found the message has also taken what is known of it (peer_acquire). */
static const struct received *prober(const struct check *c, const struct event_edge *x) {
  for (unsigned i = 0; i < kept(c); i++) {
    const struct received *q = &c->wildcards.past[i];
    if (q->flags & RECEIVE_PROBES && q->sender == x->rank && q->message.key == x->key &&
        q->message.number == x->number)
      return q;
  }
  return NULL;
}

/* Fills in what message was taken or found. Returns whether that is known. */
static int know_message(struct check *c, struct received *r, const struct event_edge *x,
                        const struct release *m) {
  const struct received *probe = m ? NULL : prober(c, x);
  if (probe) {
    r->message = probe->message;
    clock_hold(r->message.clock);
  } else if (m && !m->tainted) {
    r->message.time = m->time;
    r->message.clock = clock_hold(m->clock);
    r->message.site = (struct site){.rank = x->rank,
                                    .thread = m->from.thread,
                                    .stack = m->from.stack,
                                    .call = m->from.call,
                                    .target = -1};
  } else {
    return 0;
  }
  r->sender = x->rank;
  r->message.key = x->key;
  r->message.number = x->number;
  r->message.bytes = x->bytes;
  return 1;
}

void wildcard_over(struct check *c, const struct posted *p, const struct event_edge *x,
                   const struct release *m) {
  struct received *r = p->flags & RECEIVE_RACES ? room_for(c) : NULL;
  if (!r)
    return;
  *r = (struct received){.posted = p->time,
                         .over = c->time.now,
                         .site = p->site,
                         .source = p->source,
                         .comm = p->comm,
                         .key = p->key,
                         .room = p->room,
                         .basic = p->basic,
                         .element = p->element,
                         .flags = p->flags,
                         .sender = -1};
  if (!x || !know_message(c, r, x, m) || c->peers.doubt) {
    forget_until(c, r->posted);
    return;
  }
  clear_suspects(c, r);
  for (unsigned i = 0; i < kept(c); i++) {
    struct received *q = &c->wildcards.past[i];
    if (q != r) {
      judge(c, q, r);
      judge(c, r, q);
    }
  }
}

void wildcard_finalize(struct check *c) {
  for (unsigned i = 0; i < c->wildcards.suspects && !c->peers.doubt; i++) {
    struct received *w = &c->wildcards.suspect[i].wild;
    const struct received *r = &c->wildcards.suspect[i].named;
    struct finding f = claim(STARVES_RECEIVE, NULL, call_name(w->site.call), w->sender,
                             r->sender, call_name(r->site.call), r->sender);
    claim_luck(c, w, r, &f);
  }
}

void wildcard_free(struct check *c) {
  for (unsigned i = 0; i < kept(c); i++)
    clock_drop(c->wildcards.past[i].message.clock);
  free(c->wildcards.past);
  free(c->wildcards.suspect);
}
