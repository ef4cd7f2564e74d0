/* copies.c: when the private and the public copy of a window's memory at this rank differed
 * (section 11.4). Which calls make them agree is said in core/two_copies.c. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/clock.h"
#include "checker/core/memory.h"
#include "checker/core/window_table.h"
#include "chronicle.h"

static struct history_call call_of(const struct site *s) {
  return (struct history_call){1, s->rank, s->stack, s->call, 0};
}

static void widen(struct newer *n, int64_t lo, int64_t hi) {
  n->lo = lo < n->lo ? lo : n->lo;
  n->hi = hi > n->hi ? hi : n->hi;
}

static int64_t base_of(const struct window *w) {
  return w->flavor == FLAVOR_DYNAMIC ? 0 : (int64_t)w->base;
}

static void store(struct check *c, struct window *w, const struct access *a) {
  struct chronicle *l = chronicle_of(c, w);
  struct span span = window_span(w);
  if (!l)
    return;
  int64_t lo = a->lo, hi = a->hi;
  if (w->flavor != FLAVOR_DYNAMIC) {
    lo = lo < span.lo ? span.lo : lo;
    hi = hi > span.hi ? span.hi : hi;
  }
  lo -= base_of(w);
  hi -= base_of(w);
  if (l->stored.since.known)
    widen(&l->stored, lo, hi);
  else
    l->stored =
        (struct newer){.since = call_of(&a->site), .from = a->site.seq, .lo = lo, .hi = hi};
}

void chronicle_stored(struct check *c, const struct access *a, int n) {
  for (int i = 0; c->out.history && a->update && i < n; i++)
    store(c, c->memory.met[i], a);
}

static void tell_span(struct check *c, const struct window *w, const struct newer *n,
                      int public_newer, const struct history_call *until, uint64_t to) {
  if (!c->out.span)
    return;
  struct history_copy row = {.count = 1, .lo = n->lo, .hi = n->hi};
  row.newer.public_newer = (uint32_t)public_newer;
  row.newer.since = n->since;
  if (until)
    row.newer.until = *until;
  c->out.span(c->out.context,
              &(struct history_span){.win = w->id, .copy = &row, .from = n->from, .to = to});
}

/* `to`: event.seq of the call `until`. */
static void note(struct check *c, const struct window *w, struct chronicle *l,
                 const struct newer *n, int public_newer, const struct history_call *until,
                 uint64_t to) {
  struct history_newer key;
  tell_span(c, w, n, public_newer, until, to);
  struct copy_row *r = l->recent_copy[public_newer];
  memset(&key, 0, sizeof key);
  key.public_newer = (uint32_t)public_newer;
  key.since = n->since;
  key.until = *until;
  if (!r || memcmp(&r->row.newer, &key, sizeof key) != 0)
    HASH_FIND(hh, l->copies, &key, sizeof key, r);
  if (!r && HASH_COUNT(l->copies) < c->rows && (r = calloc(1, sizeof *r))) {
    r->row = (struct history_copy){.newer = key, .lo = n->lo, .hi = n->hi};
    HASH_ADD(hh, l->copies, row.newer, sizeof r->row.newer, r);
    if (!r->hh.tbl) {
      free(r);
      r = NULL;
    }
  }
  l->recent_copy[public_newer] = r;
  if (!r) {
    l->copies_left_out++;
    return;
  }
  r->row.count++;
  r->row.lo = n->lo < r->row.lo ? n->lo : r->row.lo;
  r->row.hi = n->hi > r->row.hi ? n->hi : r->row.hi;
}

static void published(struct check *c, const struct window *w, struct chronicle *l,
                      const struct event *e) {
  struct history_call until = chronicle_call(e);
  if (l->stored.since.known)
    note(c, w, l, &l->stored, 0, &until, e->seq);
  memset(&l->stored, 0, sizeof l->stored);
}

static int fetched_by(const struct check *c, const struct fetch *f, const struct newer *n) {
  return clock_knew(f->clock, c->rank, f->time, n->end_rank, n->end_time);
}

/* The call brings those updates into the private copy that this process knows to be over. */
static void acquired(struct check *c, const struct window *w, struct chronicle *l,
                     const struct event *e) {
  struct fetch *f = &l->fetch[l->fetches++ % FETCHES];
  int kept = 0;
  clock_drop(f->clock);
  *f = (struct fetch){chronicle_call(e), clock_hold(c->clock), c->time.now, e->seq};
  for (int i = 0; i < l->updates; i++) {
    const struct newer *n = &l->updated[i];
    if (fetched_by(c, f, n))
      note(c, w, l, n, 1, &f->call, f->seq);
    else
      l->updated[kept++] = *n;
  }
  l->updates = kept;
}

/* Returns the first of the last calls that has fetched the update, NULL if none has. */
static const struct fetch *fetch_of(const struct check *c, const struct chronicle *l,
                                    const struct newer *n) {
  const struct fetch *first = NULL;
  for (uint64_t i = l->fetches; i && l->fetches - i < FETCHES; i--) {
    const struct fetch *f = &l->fetch[(i - 1) % FETCHES];
    if (!fetched_by(c, f, n))
      break;
    first = f;
  }
  return first;
}

static void remain(struct chronicle *l, const struct newer *now) {
  for (int i = 0; i < l->updates; i++) {
    struct newer *n = &l->updated[i];
    if (memcmp(&n->since, &now->since, sizeof n->since) != 0)
      continue;
    widen(n, now->lo, now->hi);
    n->end_rank = now->end_rank;
    n->end_time = now->end_time;
    return;
  }
  if (l->updates < NEWER_MOST)
    l->updated[l->updates++] = *now;
  else
    l->copies_left_out++;
}

void chronicle_updated(struct check *c, struct window *w, const struct access *a) {
  struct chronicle *l = a->update && a->lo < a->hi && !w->freed ? chronicle_of(c, w) : NULL;
  if (!l)
    return;
  struct newer now = {call_of(&a->site),  a->site.seq, a->lo - base_of(w),
                      a->hi - base_of(w), a->end_rank, a->end_time};
  const struct fetch *f = fetch_of(c, l, &now);
  if (f)
    note(c, w, l, &now, 1, &f->call, f->seq);
  else
    remain(l, &now);
}

static int publishes(const struct event *e) {
  return e->kind == EVENT_FENCE || e->kind == EVENT_POST || e->kind == EVENT_UNLOCK ||
         e->kind == EVENT_UNLOCK_ALL || e->kind == EVENT_SYNC;
}

static int acquires(const struct event *e) {
  return e->kind == EVENT_FENCE || e->kind == EVENT_WAIT || e->kind == EVENT_LOCK ||
         e->kind == EVENT_LOCK_ALL || e->kind == EVENT_SYNC ||
         (e->kind == EVENT_TEST && e->flag);
}

void copies_note(struct check *c, const struct window *w, struct chronicle *l,
                 const struct event *e) {
  if (e->phase == EVENT_ENTER && publishes(e))
    published(c, w, l, e);
  else if (e->phase == EVENT_LEAVE && e->ok && acquires(e))
    acquired(c, w, l, e);
}

void copies_spans(struct check *c, const struct window *w, const struct chronicle *l,
                  const struct event *freed) {
  struct history_call until = {0};
  if (freed)
    until = chronicle_call(freed);
  if (l->stored.since.known)
    tell_span(c, w, &l->stored, 0, NULL, 0);
  for (int i = 0; i < l->updates; i++)
    tell_span(c, w, &l->updated[i], 1, &until, freed ? freed->seq : 0);
}

static void add_open(const struct newer *n, int public_newer, const struct event *until,
                     struct history_copy *row) {
  *row = (struct history_copy){.count = 1, .lo = n->lo, .hi = n->hi};
  row->newer.public_newer = (uint32_t)public_newer;
  row->newer.since = n->since;
  if (until)
    row->newer.until = chronicle_call(until);
}

struct history_copy *copies_rows(const struct chronicle *l, const struct event *freed, int *n) {
  struct history_copy *row = calloc(HASH_COUNT(l->copies) + NEWER_MOST + 1, sizeof *row);
  *n = 0;
  if (!row)
    return NULL;
  for (const struct copy_row *r = l->copies; r; r = r->hh.next)
    row[(*n)++] = r->row;
  if (l->stored.since.known)
    add_open(&l->stored, 0, NULL, &row[(*n)++]);
  for (int i = 0; i < l->updates; i++)
    add_open(&l->updated[i], 1, freed, &row[(*n)++]);
  return row;
}

void copies_drop(struct chronicle *l) {
  struct copy_row *r, *next;
  for (int i = 0; i < FETCHES; i++)
    clock_drop(l->fetch[i].clock);
  HASH_ITER(hh, l->copies, r, next) {
    HASH_DEL(l->copies, r);
    free(r);
  }
}
