/* shared.c: loads and stores to memory that several processes share (section 11.2.3).
 *
 * A process has the memory of the others at addresses of its own. It tells the owner of each
 * byte about its accesses, in offsets in the owner's window: at once, or at the start and at
 * the end of the access. The owner keeps such an access like an own one, but with the rank of
 * the other process. The standard does not define what such accesses do in the separate memory
 * model. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/array.h"
#include "checker/core/clock.h"
#include "checker/core/memory.h"
#include "checker/core/peer.h"
#include "checker/core/retire.h"
#include "checker/core/shelf.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "race.h"
#include "shared.h"
#include "visible.h"

void shared_map(struct check *c, struct window *w, const struct event *e) {
  const struct event_region *r = &e->u.region;
  if (w->flavor != FLAVOR_SHARED || !w->made || e->target < 0 || !r->base || r->size <= 0 ||
      r->base > (uint64_t)(INT64_MAX - r->size))
    return;
  if (!w->maps) {
    w->maps = calloc((size_t)w->count, sizeof *w->maps);
    w->told = calloc((size_t)w->count, sizeof *w->told);
  }
  if (!w->maps || !w->told) {
    c->failed = 1;
    return;
  }
  struct span *map = &w->maps[e->target];
  if (e->target != w->me)
    place_remove(&c->memory.mapped, w, e->target, map->lo, map->hi);
  *map = (struct span){(int64_t)r->base, (int64_t)r->base + r->size};
  if (e->target != w->me)
    place_add(c, &c->memory.mapped, w, e->target, map->lo, map->hi);
  watch_memory(c, map->lo, map->hi);
}

static void clip_block(struct event_run *out, int *n, int64_t lo, int64_t hi,
                       const struct span *in) {
  lo = lo > in->lo ? lo : in->lo;
  hi = hi < in->hi ? hi : in->hi;
  if (lo < hi)
    out[(*n)++] = (struct event_run){lo, hi - lo, 1, 1};
}

/* Writes the parts of a run that lie in a span (at most three runs). Returns their number. */
static int clip_run(struct event_run *out, const struct event_run *r, const struct span *in) {
  int64_t end = r->lo + r->length + (r->count > 1 ? (r->count - 1) * r->stride : 0);
  int n = 0;
  if (r->count == 1 || r->stride <= r->length) {
    clip_block(out, &n, r->lo, end, in);
    return n;
  }
  if (end <= in->lo || r->lo >= in->hi)
    return 0;
  int64_t first = in->lo < r->lo + r->length ? 0 : (in->lo - r->lo - r->length) / r->stride + 1;
  int64_t last = (in->hi - 1 - r->lo) / r->stride;
  last = last < r->count ? last : r->count - 1;
  if (first <= last && r->lo + first * r->stride < in->lo) {
    int64_t at = r->lo + first++ * r->stride;
    clip_block(out, &n, at, at + r->length, in);
  }
  if (first <= last && r->lo + last * r->stride + r->length > in->hi) {
    int64_t at = r->lo + last-- * r->stride;
    clip_block(out, &n, at, at + r->length, in);
  }
  if (first <= last)
    out[n++] =
        (struct event_run){r->lo + first * r->stride, r->length, r->stride, last - first + 1};
  return n;
}

/* Returns what of an access lies in a span, relative to the begin of the span. 0: nothing. */
static int clip(struct check *c, const struct access *a, const struct span *in,
                struct event_data *d) {
  int n = 0;
  if (a->hi <= in->lo || a->lo >= in->hi || a->runs > INT32_MAX / 3)
    return 0;
  c->shared.clipped = check_grow(c, c->shared.clipped, &c->shared.clipped_room, 3 * a->runs,
                                 sizeof *c->shared.clipped);
  if (c->failed)
    return 0;
  for (int32_t i = 0; i < a->runs; i++)
    n += clip_run(c->shared.clipped + n, &a->run[i], in);
  *d =
      (struct event_data){.basic = a->basic, .present = 1, .runs = n, .run = c->shared.clipped};
  for (int i = 0; i < n; i++) {
    struct event_run *r = &c->shared.clipped[i];
    int64_t span = (r->count - 1) * r->stride + r->length;
    r->lo -= in->lo;
    d->lo = i && d->lo < r->lo ? d->lo : r->lo;
    d->hi = i && d->hi > r->lo + span ? d->hi : r->lo + span;
    d->size += r->length * r->count;
  }
  return n;
}

struct access *shared_clip(struct check *c, struct access *a, int64_t size) {
  struct event_data d;
  struct access *in = NULL;
  if (a->lo >= 0 && a->hi <= size)
    return a;
  if (clip(c, a, &(struct span){0, size}, &d)) {
    d.element = a->element;
    in = access_new(c, &d, 0);
  }
  access_free(c, a);
  return in;
}

static int order_place(void *context, const struct place *p) {
  if (p->w->flavor == FLAVOR_SHARED)
    visible_give_up(context, p->w);
  return 0;
}

static int hide_place(void *context, const struct place *p) {
  if (p->w->flavor == FLAVOR_SHARED)
    visible_hide(context, p->w);
  return 0;
}

static int is_shared(void *unused, const struct place *p) {
  (void)unused;
  return p->w->flavor == FLAVOR_SHARED;
}

int check_shares(const struct check *c, int64_t lo, int64_t hi) {
  return place_each(&c->memory.own, lo, hi, NULL, is_shared) ||
         place_each(&c->memory.mapped, lo, hi, NULL, is_shared);
}

static void each_place(struct check *c, const struct access *a,
                       int (*each)(void *context, const struct place *p)) {
  place_each(&c->memory.own, a->lo, a->hi, c, each);
  place_each(&c->memory.mapped, a->lo, a->hi, c, each);
}

int shared_order(struct check *c, const struct access *a) {
  if (!(a->program & (PROGRAM_ORDERS | PROGRAM_HIDDEN)) || !check_shares(c, a->lo, a->hi))
    return 0;
  each_place(c, a, order_place);
  if (program_hides(a->program))
    each_place(c, a, hide_place);
  return 1;
}

int check_shared(const struct check *c) {
  return shared_meets(c, INT64_MIN, INT64_MAX);
}

int check_hidden(const struct check *c) {
  return c->visible.hidden;
}

static struct event event_of(const struct check *c, const struct access *a, uint64_t win,
                             int phase) {
  struct event e = {.kind = EVENT_ACCESS,
                    .phase = (uint8_t)phase,
                    .call = a->site.call,
                    .rank = c->rank,
                    .thread = a->site.thread,
                    .stack = a->site.stack,
                    .seq = a->site.seq,
                    .win = win,
                    .target = -1};
  struct event_access *v = &e.u.access;
  v->store = a->update;
  v->program = a->program;
  v->request = a->shared;
  v->segment = a->segment;
  v->holds = (uint8_t)a->holds;
  for (int i = 0; i < a->holds; i++)
    v->hold[i] =
        (struct event_hold){a->hold[i].win, a->hold[i].index, (uint8_t)a->hold[i].exclusive};
  return e;
}

struct telling {
  struct check *c;
  const struct access *a;
  int over;
};

static int tell_begin(void *context, const struct place *p) {
  struct telling *t = context;
  struct event_data d;
  struct span in = {p->lo, p->hi};
  if (!clip(t->c, t->a, &in, &d))
    return 0;
  visible_tells(t->c, p->w, p->index, t->a);
  struct event e = event_of(t->c, t->a, p->w->id, EVENT_ENTER);
  e.u.access.data = d;
  e.u.access.program |= p->w->hidden ? PROGRAM_HIDDEN : p->w->ordered ? PROGRAM_ORDERED : 0;
  peer_send(t->c, window_rank(p->w, p->index), &e);
  return 0;
}

static int tell_end(void *context, const struct place *p) {
  struct telling *t = context;
  struct event e = event_of(t->c, t->a, p->w->id, EVENT_LEAVE);
  e.ok = (uint8_t)t->over;
  visible_stores(p->w, p->index, t->a); /* until now, maybe */
  peer_send(t->c, window_rank(p->w, p->index), &e);
  return 0;
}

void shared_begin(struct check *c, struct access *a, int over) {
  struct telling t = {c, a, over};
  if (!shared_meets(c, a->lo, a->hi))
    return;
  if (!over)
    a->shared = ++c->shared.told;
  place_each(&c->memory.mapped, a->lo, a->hi, &t, tell_begin);
}

void shared_end(struct check *c, struct access *a, int over) {
  struct telling t = {c, a, over};
  if (!a->shared)
    return;
  place_each(&c->memory.mapped, a->lo, a->hi, &t, tell_end);
  a->shared = 0;
}

/* At the owner. */

static void take_locks(struct access *a, const struct event_access *v) {
  a->holds = 0;
  memset(a->hold, 0, sizeof a->hold);
  for (int i = 0; i < v->holds && i < HOLDS; i++)
    a->hold[a->holds++] =
        (struct hold){v->hold[i].win, 0, v->hold[i].index, v->hold[i].exclusive};
}

static struct access *shared_new(struct check *c, const struct window *w, const struct event *e,
                                 struct peer *p) {
  const struct event_access *v = &e->u.access;
  struct access *a = access_new(c, &v->data, 0);
  if (!a)
    return NULL;
  if (a->lo < 0 || a->hi > window_own(w).size) {
    access_free(c, a);
    return NULL;
  }
  a->local = 1;
  a->update = v->store != 0;
  a->program = v->program;
  a->segment = v->segment;
  a->buffer = v->request != 0;
  a->tainted = e->tainted;
  a->rank = a->end_rank = e->rank;
  a->site = site_of(NULL, e);
  clock_drop(a->start);
  a->start = clock_hold(peer_head(p, e->time));
  a->start_time = a->first_time = e->time;
  a->win = w->id;
  a->shared = v->request;
  take_locks(a, v);
  return a;
}

/* A repeated access adds nothing, if nothing was sent to others in between. */
static void put_away(struct check *c, const struct window *w, struct peer *p,
                     struct access *a) {
  struct access *last = p->shared[a->update];
  peer_over(c, a->rank, a->end_time);
  struct event_run joined;
  access_place(w, a);
  a->shared = 0;
  int joins = last && !a->buffer && !last->buffer && a->settled <= last->first_time &&
              access_joins(last, a, &joined);
  if (!joins || !access_same(last, a))
    race_look(c, a);
  if (joins && access_absorb(c, last, a)) {
    shelf_widen(last);
    return;
  }
  shelf_add(c, &c->shelves.shared, a);
  p->shared[a->update] = a;
  shelf_retire(c);
}

static struct access **shared_find(struct window *w, const struct event *e) {
  struct access **at = &w->arriving;
  while (*at &&
         ((*at)->rank != e->rank || !(*at)->shared || (*at)->shared != e->u.access.request))
    at = &(*at)->next;
  return at;
}

static void shared_over(struct check *c, struct window *w, const struct event *e,
                        struct peer *p) {
  struct access **at = shared_find(w, e), *a = *at;
  if (!a)
    return;
  if (!e->ok) {
    *at = a->next;
    access_free(c, a);
    return;
  }
  a->end_time = e->time;
  a->settled = e->settled;
  take_locks(a, &e->u.access);
  if (!w->made)
    return;
  *at = a->next;
  put_away(c, w, p, a);
}

void shared_arrive(struct check *c, const struct event *e) {
  struct window *w = window_find(c, e->win);
  struct peer *p = peer_get(c, e->rank);
  if (!w || w->freed || w->flavor != FLAVOR_SHARED || !p)
    return;
  if (e->phase == EVENT_LEAVE) {
    shared_over(c, w, e, p);
    return;
  }
  if (e->u.access.program & (PROGRAM_ORDERS | PROGRAM_HIDDEN))
    visible_give_up(c, w);
  if (program_hides(e->u.access.program))
    visible_hide(c, w);
  struct access *a = shared_new(c, w, e, p);
  if (!a)
    return;
  if (!a->shared) {
    a->end_time = e->time;
    a->settled = e->settled;
  }
  if (w->made && !a->shared) {
    put_away(c, w, p, a);
    return;
  }
  struct access **at = &w->arriving;
  while (*at)
    at = &(*at)->next;
  *at = a;
}

/* Other processes may have left the call that makes the window before this one has. */
void shared_ready(struct check *c, struct window *w) {
  for (struct access **at = &w->arriving; *at;) {
    struct access *a = *at;
    struct peer *p = a->end_time == NEVER ? NULL : peer_get(c, a->rank);
    if (p) {
      *at = a->next;
      put_away(c, w, p, a);
    } else {
      at = &a->next;
    }
  }
}

void shared_drop(struct check *c, struct window *w) {
  while (w->arriving) {
    struct access *a = w->arriving;
    w->arriving = a->next;
    access_free(c, a);
  }
  for (int32_t i = 0; w->maps && i < w->count; i++)
    if (i != w->me)
      place_remove(&c->memory.mapped, w, i, w->maps[i].lo, w->maps[i].hi);
  free(w->told);
  w->told = NULL;
}

void shared_freed(struct check *c, const struct access *a) {
  struct peer *p = NULL;
  if (a->local && a->rank != c->rank)
    HASH_FIND(hh, c->peers.table, &a->rank, sizeof a->rank, p);
  if (p && p->shared[a->update] == a)
    p->shared[a->update] = NULL;
}

void shared_clear(struct check *c) {
  free(c->shared.clipped);
}
