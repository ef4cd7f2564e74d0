#include "rendezvous.h"

#include <stdlib.h>

/* Returns the name of a step. With `after`: of what another process waits for after these
 * steps. */
static struct rendezvous_name name_of(int32_t rank, const struct event_step *s, int after) {
  int received = s->received < 0 ? after : s->received != 0;
  struct rendezvous_name name = {.side = EVERYONE, .key = s->key, .number = s->number};
  if (s->other == -1)
    return name;
  name.side = received != after ? RECEIVER : SENDER;
  name.from = received ? s->other : rank;
  name.to = received ? rank : s->other;
  return name;
}

static struct rendezvous *rendezvous_get(struct unbuffered *u,
                                         const struct rendezvous_name *name) {
  struct rendezvous *at;
  HASH_FIND(hh, u->all, name, sizeof *name, at);
  if (at || !(at = calloc(1, sizeof *at)))
    return at;
  at->name = *name;
  HASH_ADD(hh, u->all, name, sizeof at->name, at);
  if (!at->hh.tbl) {
    free(at);
    return NULL;
  }
  u->count++;
  return at;
}

void rendezvous_feed(struct progress *p, const struct event *e) {
  const struct event_rendezvous *r = &e->u.rendezvous;
  size_t count = r->count > 0 ? (size_t)r->count : 0;
  if (!p->unbuffered && !(p->unbuffered = calloc(1, sizeof *p->unbuffered)))
    return;
  struct rendezvous_name name = name_of(e->rank, &r->step, 1);
  struct rendezvous *at = rendezvous_get(p->unbuffered, &name);
  if (!at || (at->arrivals && name.side != EVERYONE))
    return;
  struct arrival *a = malloc(sizeof *a + count * sizeof a->after[0]);
  if (!a)
    return;
  *a = (struct arrival){at->arrivals, e->rank, (int32_t)count, r->step};
  if (count)
    memcpy(a->after, r->after, count * sizeof a->after[0]);
  at->arrivals = at->next = a;
}

static struct rendezvous *step_of(const struct unbuffered *u, const struct arrival *a,
                                  int32_t step) {
  struct rendezvous_name name = name_of(a->rank, &a->after[step], 0);
  struct rendezvous *at;
  HASH_FIND(hh, u->all, &name, sizeof name, at);
  return at;
}

/* Calls `each` for everything that `at` waits for, until it returns 1. Returns whether it
 * did. */
static int each_step(const struct unbuffered *u, const struct rendezvous *at, void *context,
                     int (*each)(void *context, const struct arrival *a, int32_t step,
                                 struct rendezvous *next)) {
  for (const struct arrival *a = at->arrivals; a; a = a->more)
    for (int32_t i = 0; i < a->count; i++) {
      struct rendezvous *next = step_of(u, a, i);
      if (next && each(context, a, i, next))
        return 1;
    }
  return 0;
}

static int is_link(void *context, const struct arrival *a, int32_t step,
                   struct rendezvous *next) {
  struct link *l = context;
  if (next != l->at)
    return 0;
  l->arrival = a;
  l->step = &a->after[step];
  return 1;
}

struct link rendezvous_link(const struct unbuffered *u, const struct rendezvous *before,
                            const struct rendezvous *at) {
  struct link l = {.at = at};
  each_step(u, before, &l, is_link);
  return l;
}

/* A breadth-first search for the way back to the rendezvous where it began. */
struct way_back {
  struct rendezvous *from, *at, *end, **list;
  size_t tail, room;
};

static int reach(void *context, const struct arrival *a, int32_t step,
                 struct rendezvous *next) {
  struct way_back *s = context;
  (void)a, (void)step;
  if (next == s->from) {
    s->end = s->at;
    return 1;
  }
  if (next->open == 2 && s->tail < s->room) {
    next->open = 3;
    next->parent = s->at;
    s->list[s->tail++] = next;
  }
  return 0;
}

/* Finds a shortest circle through `from`, inside the component of `from`. */
static void tell_shortest(struct progress *p, struct rendezvous *from,
                          struct rendezvous **queue, size_t n) {
  size_t length = 0;
  for (size_t i = 0; i < n; i++)
    queue[i]->open = 2;
  struct way_back s = {.from = from, .list = calloc(n, sizeof(struct rendezvous *)), .room = n};
  if (!s.list)
    return;
  s.list[s.tail++] = from;
  for (size_t head = 0; head < s.tail && !s.end; head++) {
    s.at = s.list[head];
    each_step(p->unbuffered, s.at, &s, reach);
  }
  struct rendezvous **list = s.list;
  for (struct rendezvous *at = s.end; at; at = at == from ? NULL : at->parent)
    list[n - ++length] = at;
  if (s.end)
    rendezvous_tell(p, list + n - length, length);
  free(list);
}

static int is_itself(void *context, const struct arrival *a, int32_t step,
                     struct rendezvous *next) {
  (void)a, (void)step;
  return next == context;
}

/* The component that begins with `at` is the rest of the path from there on. */
static void component(struct progress *p, struct rendezvous *at) {
  struct unbuffered *u = p->unbuffered;
  size_t from = u->depth;
  while (u->path[--from] != at)
    u->path[from]->open = 0;
  at->open = 0;
  if (u->depth - from > 1 || each_step(u, at, at, is_itself))
    tell_shortest(p, at, u->path + from, u->depth - from);
  for (size_t i = from; i < u->depth; i++)
    u->path[i]->open = 0;
  u->depth = from;
}

/* Tarjan's algorithm for components, without recursion: chains may be as long as the run. */
static void search(struct progress *p, struct rendezvous *at) {
  struct unbuffered *u = p->unbuffered;
  at->parent = NULL;
  while (at) {
    if (!at->order) {
      at->order = at->low = ++u->orders;
      at->open = 1;
      u->path[u->depth++] = at;
    }
    if (at->next && at->next_step >= at->next->count) {
      at->next = at->next->more;
      at->next_step = 0;
      continue;
    }
    if (at->next) {
      struct rendezvous *next = step_of(u, at->next, at->next_step++);
      if (next && !next->order) {
        next->parent = at;
        at = next;
      } else if (next && next->open == 1 && next->order < at->low) {
        at->low = next->order;
      }
      continue;
    }
    struct rendezvous *parent = at->parent;
    if (parent && at->low < parent->low)
      parent->low = at->low;
    if (at->low == at->order)
      component(p, at);
    at = parent;
  }
}

void rendezvous_judge(struct progress *p) {
  struct unbuffered *u = p->unbuffered;
  if (!u || u->path || !(u->path = calloc(u->count + 1, sizeof(struct rendezvous *))))
    return;
  for (struct rendezvous *at = u->all; at; at = at->hh.next)
    if (!at->order)
      search(p, at);
}

void rendezvous_free(struct progress *p) {
  struct unbuffered *u = p->unbuffered;
  struct rendezvous *at, *after;
  if (!u)
    return;
  HASH_ITER(hh, u->all, at, after) {
    HASH_DEL(u->all, at);
    for (struct arrival *a = at->arrivals, *more; a; a = more) {
      more = a->more;
      free(a);
    }
    free(at);
  }
  free(u->path);
  free(u);
}
