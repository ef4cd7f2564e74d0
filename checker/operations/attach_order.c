/* attach_order.c: when memory of a dynamic window was attached, compared with the operations on
 * it (section 11.2.4). An operation must come after the attach and be complete before the
 * detach, by the happens-before order of the two ranks. The owner of the memory judges, when it
 * has made both calls and has heard of the operation.
 *
 * A rank that has read in another window, or in its own one, that the memory is there may know
 * so although no clock tells. An operation that comes after the detach is reported at once, by
 * attached_memory.c. */
#include <stdlib.h>
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/memory.h"
#include "checker/core/queue.h"
#include "checker/core/region_tree.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "checker/rules/atomic.h"
#include "checker/tell/claim.h"
#include "checker/tell/epoch_name.h"
#include "checker/tell/ordering.h"
#include "checker/tell/told.h"
#include "attach_order.h"
#include "attached_memory.h"

#define DETACHED_KEPT 64 /* how many detached regions of a window are remembered */

static void attachment_drop(struct attachment *t) {
  clock_drop(t->knew_from);
  clock_drop(t->knew_to);
}

static struct attachment *detached_at(const struct window *w, int i) {
  return queue_item(&w->detached, i, sizeof(struct attachment));
}

int attached_add(struct check *c, struct window *w, const struct event *e) {
  struct attached_region *r = malloc(sizeof *r);
  if (!r) {
    c->failed = 1;
    return 0;
  }
  r->memory = e->u.region;
  r->past = (struct attachment){.span = region_span(&e->u.region),
                                .from = c->time.now,
                                .to = NEVER,
                                .knew_from = clock_hold(c->clock),
                                .attach = site_of(w, e)};
  region_insert(w, r);
  w->attached = c->time.now;
  return 1;
}

const struct attachment *attached_before(const struct window *w, struct span s) {
  for (int i = w->detached.count - 1; i >= 0; i--) {
    const struct attachment *d = detached_at(w, i);
    struct span both = {s.lo > d->span.lo ? s.lo : d->span.lo,
                        s.hi < d->span.hi ? s.hi : d->span.hi};
    if (both.lo < both.hi && !region_holds(w, both))
      return d;
  }
  return NULL;
}

/* Finds the two calls that have to come before and after the operation. */
static struct access attaching(const struct check *c, const struct attachment *t) {
  return (struct access){.rank = c->rank,
                         .start = t->knew_from,
                         .start_time = t->from,
                         .end_rank = c->rank,
                         .end_time = t->from,
                         .site = t->attach};
}

static struct access detaching(const struct check *c, const struct attachment *t) {
  return (struct access){.rank = c->rank,
                         .start = t->knew_to,
                         .start_time = t->to,
                         .end_rank = c->rank,
                         .end_time = t->to,
                         .site = t->detach};
}

/* Returns whether the operation fits this attachment: its rank knows of the attach, and not of
 * the detach. */
static int is_home(const struct check *c, const struct attachment *t, const struct access *a) {
  struct access from = attaching(c, t);
  return access_before(c, &from, a) && (t->to == NEVER || !access_knows(c, a, c->rank, t->to));
}

static void say(struct check *c, struct window *w, struct finding *f, const struct access *a,
                const struct access *call, const struct attachment *t, int doubtful,
                enum location_role role) {
  claim_site(f, NULL, &a->site, ROLE_RMA_OPERATION);
  epoch_of_access(c, w, a, &f->location[0]); /* that of the origin, not the owner's own one */
  claim_site(f, NULL, &call->site, role);
  claim_memory(f, w, w->me, a->lo > t->span.lo ? a->lo : t->span.lo,
               a->hi < t->span.hi ? a->hi : t->span.hi);
  if (doubtful)
    atomic_suspect(c, told_get(c, f->slug, w, a, call), f, a, call);
  else
    claim_out(c, f);
}

static void say_attached(struct check *c, struct window *w, const struct access *a,
                         const struct attachment *t) {
  struct access call = attaching(c, t);
  struct finding f;
  int begun = access_knows(c, &call, a->rank, a->start_time);
  if (begun) {
    f = claim(ATTACHED_AFTER, w, call_name(a->site.call), a->rank, c->rank, a->rank);
  } else {
    f = claim(ATTACHED_BY_LUCK, w, call_name(a->site.call), a->rank, c->rank);
    f.confidence = SCHEDULE;
    claim_ordering(&f, NOTHING_KNOWN, c->rank, a->rank, c->rank, a->rank);
  }
  say(c, w, &f, a, &call, t, !begun && a->tainted, ROLE_ATTACHED);
}

static void say_detached(struct check *c, struct window *w, const struct access *a,
                         const struct attachment *t) {
  struct access call = detaching(c, t);
  int begun = access_knows(c, &call, a->rank, a->start_time);
  struct finding f =
      begun ? claim(DETACHED_IN_USE, w, c->rank, call_name(a->site.call), a->rank, c->rank)
            : claim(DETACHED_BY_LUCK, w, call_name(a->site.call), a->rank, c->rank);
  f.confidence = begun ? DEFINITE : SCHEDULE;
  claim_ordering(&f, COMPLETION_UNKNOWN, c->rank, a->rank, c->rank);
  say(c, w, &f, a, &call, t, a->tainted || c->tainted, ROLE_DETACHED);
}

/* The same bytes may have been attached several times. The operation is not judged by this
 * attachment if it fits another one, or if this is not the first one that it does not know
 * of. */
static int explains(const struct check *c, const struct attachment *d,
                    const struct attachment *t, const struct access *a) {
  return d != t && d->span.lo < t->span.hi && t->span.lo < d->span.hi &&
         (is_home(c, d, a) || (d->from < t->from && !access_knows(c, a, c->rank, d->from)));
}

static int excused(const struct check *c, const struct window *w, const struct attachment *t,
                   const struct access *a) {
  for (int i = 0; i < w->detached.count; i++)
    if (explains(c, detached_at(w, i), t, a))
      return 1;
  struct attached_region *r = t->to == NEVER ? NULL : region_first(w);
  for (; r; r = region_next(r))
    if (explains(c, &r->past, t, a))
      return 1;
  return 0;
}

static void judge_detach(struct check *c, struct window *w, const struct attachment *t,
                         const struct access *a) {
  struct access to = detaching(c, t);
  if (access_touches(a, t->span.lo, t->span.hi) && is_home(c, t, a) &&
      !access_before(c, a, &to))
    say_detached(c, w, a, t);
}

static void judge_attach(struct check *c, struct window *w, const struct attachment *t,
                         const struct access *a) {
  if (!a->fetched && access_touches(a, t->span.lo, t->span.hi) &&
      !access_knows(c, a, c->rank, t->from) && !excused(c, w, t, a))
    say_attached(c, w, a, t);
}

void attached_judge(struct check *c, struct window *w, const struct access *a) {
  if (w->flavor != FLAVOR_DYNAMIC || a->unattached)
    return;
  for (int i = w->detached.count - 1; i >= 0; i--) {
    judge_detach(c, w, detached_at(w, i), a);
    judge_attach(c, w, detached_at(w, i), a);
  }
  if (access_knows(c, a, c->rank, w->attached))
    return;
  for (struct attached_region *r = region_reaching(w, a->lo); r && r->past.span.lo < a->hi;
       r = region_next(r))
    judge_attach(c, w, &r->past, a);
}

struct detached {
  struct check *c;
  struct window *w;
  const struct attachment *t;
};

static void judge_past(void *context, struct access *a) {
  struct detached *d = context;
  if (a->win == d->w->id && !a->unattached)
    judge_detach(d->c, d->w, d->t, a);
}

/* Judges operations that are over by now; the rest is judged later. */
void attached_remove(struct check *c, struct window *w, struct attached_region *r,
                     const struct event *e) {
  struct attachment t = r->past, oldest;
  region_take_out(w, r);
  free(r);
  t.to = c->time.now;
  t.knew_to = clock_hold(c->clock);
  t.detach = site_of(w, e);
  struct detached d = {c, w, &t};
  for (int update = 0; update < 2; update++)
    shelf_each(&c->shelves.remote[update], t.span.lo, t.span.hi, &d, judge_past);
  if (w->detached.count == DETACHED_KEPT) {
    queue_shift(&w->detached, &oldest, sizeof oldest);
    attachment_drop(&oldest);
  }
  if (!queue_push(c, &w->detached, &t, sizeof t))
    attachment_drop(&t);
}

void attached_free(struct window *w) {
  for (int i = 0; i < w->detached.count; i++)
    attachment_drop(detached_at(w, i));
  queue_free(&w->detached);
  for (struct attached_region *r; (r = region_first(w)); free(r)) {
    attachment_drop(&r->past);
    region_take_out(w, r);
  }
}
