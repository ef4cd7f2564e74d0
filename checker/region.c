/* region.c: memory attached to dynamic windows (section 11.2.4). */
#include <stdlib.h>
#include <string.h>
#include "state.h"

#define LOWEST 65536    /* no process has memory below this address */
#define TOLD_MOST 256   /* spans kept per peer before starting anew */
#define EVER_MOST 65536 /* spans of memory once attached before starting anew */

int spans_hold(const struct spans *s, int64_t lo, int64_t hi) {
  for (int i = 0; i < s->count; i++)
    if (s->at[i].lo <= lo && hi <= s->at[i].hi)
      return 1;
  return 0;
}

/* Merges [lo, hi) in; spans that touch become one. */
int spans_add(struct check *c, struct spans *s, int64_t lo, int64_t hi) {
  int from = 0;
  while (from < s->count && s->at[from].hi < lo)
    from++;
  int to = from;
  while (to < s->count && s->at[to].lo <= hi) {
    lo = s->at[to].lo < lo ? s->at[to].lo : lo;
    hi = s->at[to].hi > hi ? s->at[to].hi : hi;
    to++;
  }
  s->at = check_grow(c, s->at, &s->room, s->count + 1, sizeof *s->at);
  if (c->failed)
    return 0;
  memmove(s->at + from + 1, s->at + to, (size_t)(s->count - to) * sizeof *s->at);
  s->at[from] = (struct span){lo, hi};
  s->count += 1 - (to - from);
  return 1;
}

static int wrong_flavor(struct check *c, struct window *w, const struct event *e) {
  if (w->flavor == FLAVOR_DYNAMIC)
    return 0;
  if (e->phase == EVENT_ENTER) {
    struct site s = site_of(w, e);
    struct finding f = claim(SLUG_WRONG_FLAVOR, w,
                             "%s on a window that was not made by MPI_Win_create_dynamic.",
                             call_name(e->call));
    claim_site(&f, w, &s, "call on the window");
    claim_out(c, &f);
  }
  return 1;
}

void region_attach(struct check *c, struct window *w, const struct event *e) {
  struct event_region r = e->u.region;
  if (wrong_flavor(c, w, e))
    return;
  if (e->phase == EVENT_LEAVE) {
    if (!e->ok)
      return;
    w->regions = check_grow(c, w->regions, &w->region_room, w->region_count + 1, sizeof r);
    if (c->failed)
      return;
    w->regions[w->region_count++] = r;
    if (w->ever.count == EVER_MOST)
      w->ever.count = 0;
    if (r.size > 0)
      spans_add(c, &w->ever, (int64_t)r.base, (int64_t)r.base + r.size);
    return;
  }
  for (int i = 0; i < w->region_count; i++) {
    const struct event_region *o = &w->regions[i];
    if (r.base < o->base + (uint64_t)o->size && o->base < r.base + (uint64_t)r.size) {
      struct site s = site_of(w, e);
      struct finding f = claim(SLUG_ATTACH_OVERLAP, w,
                               "MPI_Win_attach of %lld bytes that overlap %lld bytes already "
                               "attached to this window.",
                               (long long)r.size, (long long)o->size);
      claim_site(&f, w, &s, "memory attached again here");
      claim_out(c, &f);
      return;
    }
  }
}

void region_detach(struct check *c, struct window *w, const struct event *e) {
  if (wrong_flavor(c, w, e))
    return;
  int i = 0;
  while (i < w->region_count && w->regions[i].base != e->u.region.base)
    i++;
  if (e->phase == EVENT_LEAVE) {
    if (e->ok && i < w->region_count)
      w->regions[i] = w->regions[--w->region_count];
    return;
  }
  if (i < w->region_count)
    return;
  struct site s = site_of(w, e);
  struct finding f =
      claim(SLUG_DETACH_UNATTACHED, w,
            "MPI_Win_detach of an address at which no region is attached to this "
            "window.");
  claim_site(&f, w, &s, "detached here");
  claim_out(c, &f);
}

static void region_say(struct check *c, struct window *w, const struct event *e, int64_t lo,
                       int64_t hi) {
  struct site s = site_of(w, e);
  struct finding f =
      claim(SLUG_TARGET_UNATTACHED, w,
            "%s by rank %d accesses %lld bytes at rank %d that are not attached to "
            "its dynamic window.",
            call_name(e->call), e->rank, (long long)(hi - lo), window_rank(w, e->target));
  claim_site(&f, e->rank == c->rank ? w : NULL, &s, "RMA operation");
  claim_site(&f, NULL, &w->created, "window created here");
  claim_memory(&f, w, e->target, lo, hi);
  claim_out(c, &f);
}

/* At the owner. A peer's access may be looked at late, when the memory has been detached again:
 * only memory that was never attached is held against it. An own access is looked at at once.
 */
void region_check(struct check *c, struct window *w, const struct event *e) {
  int64_t lo = e->u.op.disp + e->u.op.target.lo, hi = e->u.op.disp + e->u.op.target.hi;
  if (w->freed || lo >= hi)
    return;
  if (e->rank != c->rank) {
    if (!spans_hold(&w->ever, lo, hi))
      region_say(c, w, e, lo, hi);
    return;
  }
  struct spans now = {0};
  for (int i = 0; i < w->region_count; i++)
    if (w->regions[i].size > 0)
      spans_add(c, &now, (int64_t)w->regions[i].base,
                (int64_t)w->regions[i].base + w->regions[i].size);
  if (!c->failed && !spans_hold(&now, lo, hi))
    region_say(c, w, e, lo, hi);
  free(now.at);
}

/* At the origin: let the owner see each span once. */
void region_tell(struct check *c, struct window *w, const struct event *e) {
  int64_t lo = e->u.op.disp + e->u.op.target.lo, hi = e->u.op.disp + e->u.op.target.hi;
  if (lo >= hi)
    return;
  if (e->target == w->me) {
    region_check(c, w, e);
    return;
  }
  if (lo < LOWEST) { /* before the library crashes on it */
    region_say(c, w, e, lo, hi);
    return;
  }
  struct pair *p = pair_get(c, w, e->target);
  if (!p || p->rank < 0 || spans_hold(&p->told, lo, hi))
    return;
  if (p->told.count == TOLD_MOST)
    p->told.count = 0;
  if (spans_add(c, &p->told, lo, hi) && c->out.send)
    c->out.send(c->out.context, p->rank, e);
}
