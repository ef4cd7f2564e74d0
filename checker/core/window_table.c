/* window_table.c: windows by their ids, who is who in their groups, and places in the program.
 */
#include <stdlib.h>
#include <string.h>
#include "state.h"
#include "window_table.h"

struct window *window_find(const struct check *c, uint64_t id) {
  struct window *w = c->windows.last;
  if (!w || w->id != id)
    HASH_FIND(hh, c->windows.table, &id, sizeof id, w);
  return w;
}

int32_t window_rank(const struct window *w, int32_t index) {
  return index >= 0 && index < w->count ? group_member(&w->group, index).rank : -1;
}

struct event_member window_member(const struct window *w, int32_t index) {
  return group_member(&w->group, index);
}

struct event_member window_own(const struct window *w) {
  return group_member(&w->group, w->me);
}

int check_members(const struct check *c, uint64_t win) {
  struct window *w = window_find(c, win);
  return w ? w->count : 0;
}

int32_t check_member(const struct check *c, uint64_t win, int32_t index) {
  struct window *w = window_find(c, win);
  return w ? window_rank(w, index) : -1;
}

struct lock *passive_lock(const struct window *w, int32_t index) {
  struct lock *l;
  HASH_FIND(hh, w->locks, &index, sizeof index, l);
  return l;
}

static struct pair *look_up(struct window *w, int32_t index) {
  struct pair *p;
  HASH_FIND(hh, w->pairs, &index, sizeof index, p);
  return p ? w->last_pair = p : NULL;
}

struct pair *pair_find(struct window *w, int32_t index) {
  struct pair *p = w->last_pair;
  return p && p->index == index ? p : look_up(w, index);
}

struct pair *pair_get(struct check *c, struct window *w, int32_t index) {
  struct pair *p = w->last_pair;
  if ((p && p->index == index) || (p = look_up(w, index)))
    return p;
  p = calloc(1, sizeof *p);
  if (!p) {
    c->failed = 1;
    return NULL;
  }
  p->index = index;
  p->rank = window_rank(w, index);
  HASH_ADD(hh, w->pairs, index, sizeof p->index, p);
  return check_added(c, p) ? p : NULL;
}

int pair_started(const struct window *w, int32_t index) {
  struct pair *p;
  HASH_FIND(hh, w->pairs, &index, sizeof index, p);
  return p && p->started == w->starts;
}

const struct site *fence_last(const struct window *w) {
  return &w->fences->log[w->fence_count % FENCE_LOG].site;
}

struct site site_of(const struct window *w, const struct event *e) {
  struct site s;
  memset(&s, 0, sizeof s);
  s.rank = e->rank;
  s.thread = e->thread;
  s.stack = e->stack;
  s.call = e->call;
  s.exclusive = e->kind == EVENT_LOCK && e->flag;
  s.assertion =
      e->kind == EVENT_ARGUMENT || e->kind == EVENT_MISUSE ? ASSERT_UNTOLD : e->assertion;
  s.target = w && e->target >= 0 ? window_rank(w, e->target) : -1;
  s.disp = e->kind == EVENT_OP ? e->u.op.disp : 0;
  s.bytes = e->kind == EVENT_OP ? e->u.op.target.size : 0;
  if (e->kind == EVENT_OP && e->u.op.joined > 1)
    s.bytes /= e->u.op.joined;
  s.seq = e->seq;
  return s;
}

void window_table_grew(struct check *c) {
  for (struct window *w = c->windows.table; w; w = w->hh.next)
    w->whole = !c->concurrent && group_whole(&w->group, c->size);
}
