/* local.c: what this process and its MPI calls do to its own memory. */
#include <string.h>
#include "access.h"

static struct access *local_new(struct check *c, const struct event *e,
                                const struct event_data *d, int update) {
  struct access *a = access_new(c, d, 0);
  if (!a)
    return NULL;
  a->local = 1;
  a->update = (uint8_t)update;
  a->rank = a->end_rank = c->rank;
  a->site = site_of(e->win ? window_find(c, e->win) : NULL, e);
  return a;
}

/* The lock this process holds on its own memory excludes those of others. */
static void note_lock(struct check *c, struct access *a) {
  a->holds = 0;
  memset(a->hold, 0, sizeof a->hold);
  if (!memory_meets(c, a))
    return;
  for (struct window *w = c->windows; w && a->holds < HOLDS; w = w->hh.next) {
    struct lock *l = w->access == ACCESS_LOCK ? passive_lock(w, w->me) : NULL;
    if (w == c->unlocking || (w->access != ACCESS_LOCK_ALL && (!l || !l->held)) ||
        !window_meets(w, a))
      continue;
    const struct site *s = l ? &l->site : &w->access_site;
    if (!(s->assertion & ASSERT_NOCHECK))
      a->hold[a->holds++] = (struct hold){w->id, s->seq, l && l->site.exclusive};
  }
}

/* Of the locks held when it started those that were not given up since. */
static void keep_locks(struct check *c, struct access *a) {
  struct hold before[HOLDS];
  int n = a->holds, kept = 0;
  memcpy(before, a->hold, sizeof before);
  if (!n)
    return;
  note_lock(c, a);
  for (int i = 0; i < a->holds; i++)
    for (int k = 0; k < n; k++)
      if (a->hold[i].win == before[k].win && a->hold[i].since == before[k].since)
        a->hold[kept++] = a->hold[i];
  a->holds = kept;
}

static void open_add(struct check *c, struct access *a) {
  a->buffer = 1;
  note_lock(c, a);
  race_local(c, a);
  copy_touched(c, a);
  shelf_add(c, &c->open[a->update], a);
}

/* The same line again, from where it ended last time or from the same place. */
static int buffer_again(struct check *c, struct access *list, struct access *a) {
  struct event_run joined;
  for (int i = 0; i < 3 && list; i++, list = list->next) {
    if (list->request || c->settled > list->first_time || !access_joins(list, a, &joined))
      continue;
    if (access_same(list, a))
      race_again(c, list, a);
    else
      race_local(c, a);
    list->one = joined;
    list->hi = a->hi > list->hi ? a->hi : list->hi;
    list->count++;
    list->start_time = a->start_time;
    shelf_widen(list);
    access_free(c, a);
    return 1;
  }
  return 0;
}

struct access *local_buffer(struct check *c, const struct event *e, const struct event_data *d,
                            int update, struct access *list) {
  struct access *a = local_new(c, e, d, update);
  if (!a)
    return NULL;
  a->op = e->u.op.op;
  a->epoch = e->u.op.epoch_kind;
  a->number = e->u.op.epoch;
  a->exclusive = e->flag;
  a->site.assertion = 0;
  a->win = e->win;
  a->request = e->u.op.request;
  a->target = e->target;
  if (!a->request && buffer_again(c, list, a))
    return NULL;
  open_add(c, a);
  return a;
}

static void keep(struct check *c, struct access *a) {
  if (!memory_meets(c, a)) {
    access_free(c, a);
    return;
  }
  copy_touched(c, a);
  race_look(c, a);
  shelf_add(c, &c->local, a);
  shelf_retire(c);
}

void local_over(struct check *c, struct access *a) {
  shelf_remove(c, &c->open[a->update], a);
  a->end_time = c->now;
  keep_locks(c, a);
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

void local_access(struct check *c, const struct event *e) {
  if (e->phase != EVENT_ENTER || e->rank != c->rank)
    return;
  const struct event_access *v = &e->u.access;
  struct access *a = local_new(c, e, &v->data, v->store != 0);
  if (!a)
    return;
  a->program = v->program;
  if (v->request) {
    open_add(c, a);
    request_attach(c, v->request, a);
    return;
  }
  a->end_time = c->now;
  race_local(c, a);
  note_lock(c, a);
  keep(c, a);
}
