/* visible.c: finds out whether what one process stored in shared memory is visible to another
 * one that accesses it later (sections 11.4 and 11.5.4).
 *
 * A message or a barrier orders the two processes, but not their memory. Between the two
 * accesses the storing process must call something that makes its stores visible to others
 * (MPI_Win_sync, or any other synchronisation call of the window): this is called "bringing
 * out". After that the other process must call something that makes stores of others visible to
 * it: "bringing in". The owner of the memory is told of both: of bringing out at once, if there
 * were stores since the last time; of bringing in before the next access. It may hear of them
 * late. So it keeps pairs that are not known to be in order, and judges them at the end. */
#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/array.h"
#include "checker/core/clock.h"
#include "checker/core/two_copies.h"
#include "checker/core/peer.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/explain.h"
#include "checker/tell/ordering.h"
#include "checker/tell/told.h"
#include "visible.h"

#define CALLS_MOST 16384  /* calls of one kind that are remembered */
#define PENDING_MOST 4096 /* pairs */
#define SETTLE_AGAIN 256  /* so many pairs left out: the pending ones are looked at again */

struct calls {
  struct agreement *at; /* by time */
  int count, room;
  uint64_t forgotten; /* time of the last call that was forgotten */
};

/* What is known of one process and one window. */
struct sight {
  struct {
    uint64_t win;
    int64_t rank;
  } key;
  struct calls out, in;
  int given_up; /* the processes order themselves by their own accesses, */
  int hidden;   /* some of which may be unknown */
  UT_hash_handle hh;
};

struct unseen { /* a pair of accesses that may not be in order */
  struct finding finding;
  struct told *told;
  uint64_t win, end_time, start_time, known; /* end of the first; start of the second; what the
                                                second then knew of the first's rank */
  int32_t first, second;
};

static struct sight *find(const struct check *c, uint64_t win, int32_t rank) {
  struct sight *s, probe;
  memset(&probe.key, 0, sizeof probe.key);
  probe.key.win = win;
  probe.key.rank = rank;
  HASH_FIND(hh, c->visible.sights, &probe.key, sizeof probe.key, s);
  return s;
}

static struct sight *get(struct check *c, uint64_t win, int32_t rank) {
  struct sight *s = find(c, win, rank);
  if (s)
    return s;
  if (!(s = calloc(1, sizeof *s))) {
    c->failed = 1;
    return NULL;
  }
  s->key.win = win;
  s->key.rank = rank;
  HASH_ADD(hh, c->visible.sights, key, sizeof s->key, s);
  return check_added(c, s) ? s : NULL;
}

static void remember(struct check *c, struct calls *list, uint64_t time, struct clock *clock) {
  if (list->count == CALLS_MOST) {
    list->forgotten = list->at[CALLS_MOST / 2 - 1].time;
    for (int i = 0; i < CALLS_MOST / 2; i++)
      clock_drop(list->at[i].clock);
    memmove(list->at, list->at + CALLS_MOST / 2, CALLS_MOST / 2 * sizeof *list->at);
    list->count = CALLS_MOST / 2;
  }
  list->at = check_grow(c, list->at, &list->room, list->count + 1, sizeof *list->at);
  if (c->failed)
    clock_drop(clock);
  else
    list->at[list->count++] = (struct agreement){time, clock};
}

static int earlier(const struct calls *list, uint64_t time) {
  return agreement_place(list->at, list->count, time);
}

/* Returns when the rank brought out what it had stored until `time`. 0: it did not; NEVER: so
 * long ago that the call was forgotten. */
static uint64_t brought_out(const struct sight *s, uint64_t time) {
  if (!s)
    return 0;
  int i = earlier(&s->out, time);
  return !i && time <= s->out.forgotten ? NEVER : i < s->out.count ? s->out.at[i].time : 0;
}

enum verdict { IN_ORDER, NOT_OUT, NOT_IN };

static enum verdict judge(const struct check *c, const struct unseen *u) {
  const struct sight *from = find(c, u->win, u->first), *to = find(c, u->win, u->second);
  uint64_t out = brought_out(from, u->end_time);
  if (out == NEVER || (to && u->start_time <= to->in.forgotten))
    return IN_ORDER;
  if (!out || out > u->known)
    return NOT_OUT;
  int i = to ? earlier(&to->in, u->start_time + 1) : 0;
  return i && clock_knows(to->in.at[i - 1].clock, u->second, u->first, out) ? IN_ORDER : NOT_IN;
}

static struct unseen pair(const struct window *w, const struct access *first,
                          const struct access *second) {
  return (struct unseen){.win = w->id,
                         .end_time = first->end_time,
                         .start_time = second->start_time,
                         .known = clock_last(second->start, first->rank),
                         .first = first->rank,
                         .second = second->rank};
}

int visible(const struct check *c, const struct window *w, const struct access *first,
            const struct access *second) {
  struct unseen u = pair(w, first, second);
  return !first->update || w->ordered || first->rank == second->rank ||
         judge(c, &u) == IN_ORDER;
}

int visible_brought_out(const struct check *c, const struct access *store, uint64_t *when) {
  *when = brought_out(find(c, store->win, store->rank), store->end_time);
  return *when != 0;
}

/* Drops the pairs that are known to be in order by now. */
static void settle_pending(struct check *c) {
  struct unseen *all = c->visible.unseen;
  int kept = 0;
  for (int i = 0; i < c->visible.unseen_count; i++)
    if (judge(c, &all[i]) == IN_ORDER)
      told_cleared(all[i].told);
    else
      all[kept++] = all[i];
  c->visible.unseen_count = kept;
}

void visible_pair(struct check *c, struct window *w, struct access *first,
                  struct access *second, int64_t lo, int64_t hi) {
  if (visible(c, w, first, second))
    return;
  struct told *told = told_get(c, SLUG_SYNC_MISSING, w, first, second);
  if (told_enough(told, 1) || c->visible.unseen_count == PENDING_MOST) {
    if (++c->visible.unseen_skipped % SETTLE_AGAIN)
      return;
    settle_pending(c);
    if (told_enough(told, 1) || c->visible.unseen_count == PENDING_MOST)
      return;
  }
  struct unseen u = pair(w, first, second);
  u.finding = claim_conflict(SLUG_SYNC_MISSING, w);
  u.told = told;
  explain(c, &u.finding, w, first, second, lo, hi, 0);
  c->visible.unseen = check_grow(c, c->visible.unseen, &c->visible.unseen_room,
                                 c->visible.unseen_count + 1, sizeof *c->visible.unseen);
  if (c->failed)
    return;
  c->visible.unseen[c->visible.unseen_count++] = u;
  told_suspect(told);
}

void visible_judge(struct check *c) {
  for (int i = 0; i < c->visible.unseen_count; i++) {
    struct unseen *u = &c->visible.unseen[i];
    const struct sight *s = find(c, u->win, c->rank);
    enum verdict v = s && s->given_up ? IN_ORDER : judge(c, u);
    if (v == IN_ORDER)
      continue;
    if (v == NOT_OUT)
      claim_ordering(&u->finding, STORE_NOT_BROUGHT_OUT, u->second, u->first, u->second);
    else
      claim_ordering(&u->finding, STORE_NOT_BROUGHT_IN, u->second, u->first);
    claim_out(c, &u->finding);
  }
  c->visible.unseen_count = 0;
}

void visible_give_up(struct check *c, struct window *w) {
  struct sight *s = w->ordered ? NULL : get(c, w->id, c->rank);
  w->ordered = 1;
  if (s)
    s->given_up = 1;
}

void visible_hide(struct check *c, struct window *w) {
  struct sight *s = w->hidden ? NULL : get(c, w->id, c->rank);
  w->hidden = 1;
  c->visible.hidden = 1;
  if (s)
    s->hidden = 1;
}

int visible_hidden(const struct check *c, uint64_t win) {
  const struct sight *s = find(c, win, c->rank);
  return s && s->hidden;
}

/* This process. */

static void tell_out(struct check *c, struct window *w) {
  struct event e = {
      .kind = EVENT_VISIBLE, .phase = EVENT_ENTER, .rank = c->rank, .win = w->id, .target = -1};
  for (int32_t i = 0; w->told && i < w->count; i++)
    if (w->told[i].stores) {
      w->told[i].stores = 0;
      peer_send(c, window_rank(w, i), &e);
    }
}

void visible_enter(struct check *c, struct window *w) {
  if (w->flavor != FLAVOR_SHARED || !w->brings)
    return;
  struct sight *s = get(c, w->id, c->rank);
  if (!s)
    return;
  w->brings = 0;
  remember(c, &s->out, c->time.now, NULL);
  tell_out(c, w);
}

void visible_leave(struct check *c, struct window *w) {
  struct sight *s = w->flavor == FLAVOR_SHARED ? get(c, w->id, c->rank) : NULL;
  if (s && (!s->in.count || s->in.at[s->in.count - 1].clock != c->clock))
    remember(c, &s->in, c->time.now, clock_hold(c->clock));
}

static void tell_in(struct check *c, const struct window *w, int32_t index,
                    const struct agreement *in) {
  struct event e = {
      .kind = EVENT_VISIBLE, .phase = EVENT_LEAVE, .rank = c->rank, .win = w->id, .target = -1};
  e.u.order = (struct event_order){.from = c->rank, .from_time = in->time, .to = -1};
  if (in->clock) {
    e.u.order.floor = in->clock->floor;
    e.u.order.entries = in->clock->count;
    e.u.order.entry = in->clock->at;
  }
  peer_send(c, window_rank(w, index), &e);
}

void visible_stores(struct window *w, int32_t index, const struct access *a) {
  w->told[index].stores |= a->update;
  w->brings |= a->update;
}

void visible_tells(struct check *c, struct window *w, int32_t index, const struct access *a) {
  const struct sight *s = find(c, w->id, c->rank);
  const struct agreement *in = s && s->in.count ? &s->in.at[s->in.count - 1] : NULL;
  if (in && in->time > w->told[index].in) {
    w->told[index].in = in->time;
    tell_in(c, w, index, in);
  }
  visible_stores(w, index, a);
}

/* The owner. */

void visible_arrive(struct check *c, const struct event *e) {
  struct sight *s = get(c, e->win, e->rank);
  const struct event_order *o = &e->u.order;
  if (!s)
    return;
  if (e->phase == EVENT_ENTER)
    remember(c, &s->out, e->time, NULL);
  else
    remember(c, &s->in, o->from_time,
             clock_join(NULL, -1, o->floor, o->entries, o->entry, &c->failed));
}

static void calls_free(struct calls *list) {
  for (int i = 0; i < list->count; i++)
    clock_drop(list->at[i].clock);
  free(list->at);
}

void visible_free(struct check *c) {
  struct sight *s, *next;
  HASH_ITER(hh, c->visible.sights, s, next) {
    HASH_DEL(c->visible.sights, s);
    calls_free(&s->out);
    calls_free(&s->in);
    free(s);
  }
  free(c->visible.unseen);
}
