/* local.c: accesses of this process, and of the MPI calls that it makes, to its own memory. */
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/two_copies.h"
#include "checker/core/memory.h"
#include "checker/core/retire.h"
#include "checker/core/shelf.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "checker/rules/changed_buffer.h"
#include "checker/rules/past_buffers.h"
#include "checker/rules/race.h"
#include "checker/rules/shared.h"
#include "checker/rules/thread_race.h"
#include "got.h"
#include "local.h"
#include "rma_request.h"

static struct access *local_new(struct check *c, const struct event *e,
                                const struct event_data *d, int update) {
  struct access *a = access_new(c, d, 0);
  if (!a)
    return NULL;
  a->local = 1;
  a->update = (uint8_t)update;
  a->rank = a->end_rank = c->rank;
  a->site = site_of(e->win ? window_find(c, e->win) : NULL, e);
  a->last_seq = a->site.seq;
  a->segment = c->time.segment;
  return a;
}

static void note_lock(struct check *c, struct access *a, struct window *w, int32_t index) {
  struct lock *l = w->access == ACCESS_LOCK ? passive_lock(w, index) : NULL;
  if (a->holds == HOLDS || (w->access != ACCESS_LOCK_ALL && (!l || !l->held)) ||
      (w == c->unlocking.window && (c->unlocking.index < 0 || c->unlocking.index == index)))
    return;
  const struct site *s = l ? &l->site : &w->access_site;
  if (s->assertion & ASSERT_NOCHECK)
    return;
  a->hold[a->holds++] = (struct hold){w->id, s->seq, index, l && l->site.exclusive};
  a->locked |= l != NULL;
  if (l && index == w->me && l->when > a->when)
    a->when = l->when;
}

struct noting {
  struct check *c;
  struct access *a;
};

static int note_mapped(void *context, const struct place *p) {
  struct noting *n = context;
  if (access_touches(n->a, p->lo, p->hi))
    note_lock(n->c, n->a, p->w, p->index);
  return 0;
}

/* Processes that share memory may exclude each other by any lock. Locks on the memory itself
 * come first in the list. */
static void note_shared_locks(struct check *c, struct access *a) {
  struct noting n = {c, a};
  place_each(&c->memory.mapped, a->lo, a->hi, &n, note_mapped);
  for (struct window *w = c->windows.table; w; w = w->hh.next)
    for (struct lock *l = w->locks; l; l = l->hh.next) {
      int known = 0;
      for (int k = 0; k < a->holds; k++)
        known |= a->hold[k].win == w->id && a->hold[k].index == l->index;
      if (!known && l->site.exclusive)
        note_lock(c, a, w, l->index);
    }
}

/* Notes the locks of this process on its own memory, which exclude the locks of others. */
static void note_locks(struct check *c, struct access *a) {
  a->holds = a->locked = 0;
  a->when = 0;
  memset(a->hold, 0, sizeof a->hold);
  for (int i = 0, n = memory_windows(c, a); i < n; i++)
    if (c->memory.met[i]->access >= ACCESS_LOCK)
      note_lock(c, a, c->memory.met[i], c->memory.met[i]->me);
  if (shared_meets(c, INT64_MIN, INT64_MAX))
    note_shared_locks(c, a);
}

/* Keeps only those of the noted locks that the process has held ever since. */
static void keep_locks(struct check *c, struct access *a) {
  struct hold before[HOLDS];
  int n = a->holds, kept = 0;
  memcpy(before, a->hold, sizeof before);
  if (!n)
    return;
  note_locks(c, a);
  for (int i = 0; i < a->holds; i++)
    for (int k = 0; k < n; k++)
      if (a->hold[i].win == before[k].win && a->hold[i].index == before[k].index &&
          a->hold[i].since == before[k].since)
        a->hold[kept++] = a->hold[i];
  a->holds = kept;
}

static void touched(struct check *c, const struct access *a) {
  chronicle_stored(c, a, copy_touched(c, a));
}

static void begin(struct check *c, struct access *a) {
  a->buffer = 1;
  c->time.noted = c->time.now;
  note_locks(c, a);
  shared_begin(c, a, 0);
  race_local(c, a);
  thread_race(c, a);
  touched(c, a);
  open_add(c, a);
}

static int same_locks(const struct access *a, const struct access *b) {
  return a->holds == b->holds && !memcmp(a->hold, b->hold, (size_t)a->holds * sizeof *a->hold);
}

/* Returns whether it is the same line again, where the last access ended or at the same place.
 * Bytes in a window may have locks that the others do not have. */
static int buffer_again(struct check *c, struct access *list, struct access *a) {
  struct event_run joined;
  int inside = memory_holds(c, a->lo, a->hi);
  if (inside)
    note_locks(c, a);
  for (int i = 0; i < 3 && list; i++, list = list->next) {
    if (!same_locks(list, a) || list->request || list->gone ||
        c->time.settled > list->first_time || c->time.acquired > list->start_time ||
        !access_joins(list, a, &joined))
      continue;
    if (access_same(list, a))
      race_again(c, list, a);
    else
      race_local(c, a);
    thread_race(c, a);
    if (inside)
      touched(c, a);
    list->one = joined;
    list->hi = a->hi > list->hi ? a->hi : list->hi;
    list->count++;
    list->start_time = a->start_time;
    list->last_seq = a->last_seq;
    list->stored |= a->stored;
    shelf_widen(list);
    watch_use(c, a);
    access_free(c, a);
    return 1;
  }
  return 0;
}

struct access *local_buffer(struct check *c, const struct event *e, const struct event_data *d,
                            int argument, int update, struct access *list) {
  struct access *a = local_new(c, e, d, update);
  if (!a)
    return NULL;
  a->argument = (uint8_t)argument;
  a->op = e->u.op.op;
  access_epoch(a, &e->u.op);
  a->exclusive = e->flag & OP_EXCLUSIVE;
  a->site.assertion = 0;
  a->win = e->win;
  a->request = e->u.op.request;
  a->target = e->target;
  if (!a->request && !shared_meets(c, a->lo, a->hi) && buffer_again(c, list, a))
    return NULL;
  begin(c, a);
  return a;
}

static void keep(struct check *c, struct access *a) {
  if (a->gone || !memory_meets(c, a)) {
    if (c->threads && !a->gone)
      past_add(c, a);
    else
      access_free(c, a);
    return;
  }
  c->time.noted = c->time.kept = c->time.now;
  touched(c, a);
  race_look(c, a);
  shelf_add(c, &c->shelves.local[a->update], a);
  shelf_retire(c);
}

void local_over(struct check *c, struct access *a) {
  open_remove(c, a);
  a->end_time = c->time.now;
  keep_locks(c, a);
  shared_end(c, a, 1);
  keep(c, a);
}

static void request_attach(struct check *c, uint64_t id, struct access *a) {
  struct request *r = request_get(c, id);
  if (!r)
    return;
  a->request = id;
  a->mate = r->buffers;
  r->buffers = a;
}

struct polling {
  const struct access *a;
  uint64_t since;
};

static void note_polling(void *context, struct access *b) {
  const struct polling *p = context;
  if (b->program && b->site.thread == p->a->site.thread && b->site.seq > p->since &&
      access_same(b, p->a))
    b->program |= PROGRAM_POLLS;
}

/* Only the second look shows that the first one was a look. */
static void polled_before(struct check *c, const struct access *a, uint64_t since) {
  struct polling p = {a, since};
  shelf_each(&c->shelves.local[0], a->lo, a->hi, &p, note_polling);
}

void local_access(struct check *c, const struct event *e) {
  if (e->phase != EVENT_ENTER)
    return;
  const struct event_access *v = &e->u.access;
  struct access *a = local_new(c, e, &v->data, v->store != 0);
  if (!a)
    return;
  a->program = v->program & ~PROGRAM_POLLED;
  c->looks |= (v->program & (PROGRAM_POLLS | PROGRAM_POLLED)) != 0;
  if (v->program & PROGRAM_POLLED)
    polled_before(c, a, v->since);
  if (v->program & PROGRAM_CHANGED) {
    changed(c, a, v->since);
    access_free(c, a);
    return;
  }
  if (v->request) {
    a->argument = v->argument;
    begin(c, a);
    request_attach(c, v->request, a);
    return;
  }
  a->end_time = c->time.now;
  note_locks(c, a);
  c->tainted |= (v->program & PROGRAM_POLLS) || shared_order(c, a) ? TAINTED_BY_VALUE : 0;
  c->tainted |= a->locked && !a->update ? TAINTED_UNDER_LOCK : 0;
  c->locked_access |= a->holds > 0;
  c->locked_store |= a->locked && a->update;
  if (a->locked || v->program & PROGRAM_POLLS)
    got_outdate(c, 0, -1);
  a->tainted = (uint8_t)c->tainted;
  race_local(c, a);
  thread_race(c, a);
  shared_begin(c, a, 1);
  if (c->threads && !a->program)
    watch_use(c, a);
  keep(c, a);
}
