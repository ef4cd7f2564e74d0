/* attached_memory.c: memory attached to dynamic windows (section 11.2.4). */
#include "checker/core/clock.h"
#include "checker/core/memory.h"
#include "checker/core/peer.h"
#include "checker/core/region_tree.h"
#include "checker/core/span.h"
#include "checker/core/state.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "attach_order.h"
#include "attached_memory.h"

#define LOWEST 65536    /* no process has memory below this address */
#define EVER_MOST 65536 /* spans of once attached memory, at most */

static int64_t add(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    return a < 0 ? INT64_MIN : INT64_MAX;
  return sum;
}

/* The addresses that an operation accesses at its target; always at least one byte. */
static struct span op_span(const struct event_op *o) {
  struct span s = {add(o->disp, o->target.lo), add(o->disp, o->target.hi)};
  if (s.lo == s.hi)
    *(s.hi == INT64_MAX ? &s.lo : &s.hi) += s.hi == INT64_MAX ? -1 : 1;
  return s;
}

/* Returns a region that overlaps `r`. For a region without bytes: one that begins with `r`, or
 * lies in it. */
static const struct event_region *region_meets(const struct window *w,
                                               const struct event_region *r) {
  struct attached_region *next = region_place(w, r->base), *before = region_before(w, next);
  struct span own = region_span(r);
  if (before && before->past.span.hi > own.lo)
    return &before->memory;
  if (next && (next->memory.base == r->base || next->past.span.lo < own.hi))
    return &next->memory;
  return NULL;
}

static int wrong_flavor(struct check *c, struct window *w, const struct event *e) {
  if (w->flavor == FLAVOR_DYNAMIC)
    return 0;
  if (e->phase == EVENT_ENTER) {
    struct site s = site_of(w, e);
    struct finding f = claim(NOT_DYNAMIC, w, call_name(e->call));
    claim_site(&f, w, &s, ROLE_WINDOW_CALL);
    claim_out(c, &f);
  }
  return 1;
}

static void region_add(struct check *c, struct window *w, const struct event *e) {
  const struct event_region *r = &e->u.region;
  struct span added = region_span(r);
  memory_add(c, w, added.lo, added.hi);
  w->stored = 1; /* the program may have stored there before the memory was attached */
  w->regions_mixed |= region_meets(w, r) != NULL;
  if (!attached_add(c, w, e))
    return;
  if (w->ever.count == EVER_MOST)
    w->ever.all = 1;
  if (added.lo < added.hi && !w->ever.all)
    spans_add(c, &w->ever, added.lo, added.hi);
}

void region_attach(struct check *c, struct window *w, const struct event *e) {
  const struct event_region *r = &e->u.region, *other;
  if (wrong_flavor(c, w, e))
    return;
  if (e->phase == EVENT_LEAVE) {
    if (e->ok)
      region_add(c, w, e);
    return;
  }
  other = region_meets(w, r);
  if (!other || r->size <= 0 || other->size <= 0)
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(ATTACH_OVERLAP, w, (long long)r->size, (long long)other->size);
  claim_site(&f, w, &s, ROLE_MEMORY_ATTACHED_AGAIN);
  claim_out(c, &f);
}

void region_detach(struct check *c, struct window *w, const struct event *e) {
  if (wrong_flavor(c, w, e))
    return;
  struct attached_region *r = region_place(w, e->u.region.base);
  int found = r && r->memory.base == e->u.region.base;
  if (e->phase == EVENT_LEAVE) {
    if (!e->ok || !found)
      return;
    struct span gone = r->past.span;
    attached_remove(c, w, r, e);
    place_remove(&c->memory.own, w, w->me, gone.lo, gone.hi);
    watch_renew(c);
    return;
  }
  if (found)
    return;
  struct site s = site_of(w, e);
  struct finding f = claim(DETACH_UNATTACHED, w);
  claim_site(&f, w, &s, ROLE_DETACHED);
  claim_out(c, &f);
}

/* Regions that touch count as one piece of memory. */
int region_holds(const struct window *w, struct span s) {
  if (w->regions_mixed)
    return spans_hold(&w->ever, s.lo, s.hi);
  struct attached_region *r = region_place(w, (uint64_t)s.lo);
  if (!r || r->past.span.lo > s.lo)
    r = region_before(w, r);
  for (; r && s.lo < s.hi; r = region_next(r)) {
    if (r->past.span.lo > s.lo || r->past.span.hi <= s.lo)
      return 0;
    s.lo = r->past.span.hi;
  }
  return s.lo >= s.hi;
}

static void region_say(struct check *c, struct window *w, const struct event *e,
                       struct span bytes, const struct attachment *d) {
  struct site s = site_of(w, e);
  const char *call = call_name(e->call);
  unsigned long long size = (unsigned long long)bytes.hi - (unsigned long long)bytes.lo;
  int32_t target = window_rank(w, e->target);
  struct finding f = d ? claim(TARGET_DETACHED, w, call, e->rank, size, target)
                       : claim(TARGET_UNATTACHED, w, call, e->rank, size, target);
  claim_site(&f, e->rank == c->rank ? w : NULL, &s, ROLE_RMA_OPERATION);
  if (d)
    claim_site(&f, NULL, &d->detach, ROLE_DETACHED_KNOWN);
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  claim_memory(&f, w, e->target, bytes.lo, bytes.hi);
  claim_out(c, &f);
}

/* Is called at the owner. It may look at an operation of a peer late, when the memory has been
 * detached again. So it reports only memory that was never attached, and memory of which the
 * peer knew that it was detached. It looks at an operation of its own at once. */
int region_check(struct check *c, struct window *w, const struct event *e) {
  struct span s = op_span(&e->u.op);
  if (e->u.op.target.lo >= e->u.op.target.hi || region_holds(w, s))
    return 0;
  const struct attachment *d = attached_before(w, s);
  const struct peer *p = e->rank == c->rank ? NULL : peer_get(c, e->rank);
  int known = d && (!p || clock_knows(peer_head(p, e->time), p->rank, c->rank, d->to));
  if (p && !known && spans_hold(&w->ever, s.lo, s.hi))
    return 0;
  region_say(c, w, e, s, known ? d : NULL);
  return 1;
}

/* Is called at the origin: the library has refused the operation, so the target does not hear
 * of it. */
void region_refused(struct check *c, struct window *w, const struct event *e) {
  if (w->flavor == FLAVOR_DYNAMIC && e->target != w->me)
    region_say(c, w, e, op_span(&e->u.op), NULL);
}

/* Is called at the origin, before the library crashes because of it. */
int region_low(struct check *c, struct window *w, const struct event *e) {
  struct span s = op_span(&e->u.op);
  if (e->target == w->me || s.lo >= LOWEST)
    return 0;
  region_say(c, w, e, s, NULL);
  return 1;
}
