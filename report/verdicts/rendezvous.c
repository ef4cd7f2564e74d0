#define _GNU_SOURCE
#include "rendezvous.h"

#include <stdio.h>
#include <stdlib.h>

#include "include/hash.h"
#include "report/journal/member.h"

#define PLACES 8 /* that a finding names */

/* What would wait, for steps of a process that has to come to something before. */
enum end {
  SEND_END,    /* a send: for the receiver to post the receive */
  RECEIVE_END, /* a receive: for the sender to send */
  COLLECTIVE   /* a collective call: for every process to come to it */
};
static const char *const steps[] = {"send", "receive", "collective call"};
static const char *const awaited[] = {"receive that it waits for", "send that it waits for",
                                      "collective call that it waits for"};

struct wait {
  struct name {
    int64_t world; /* its first rank, as index in the journals */
    int64_t end, from, to, key, number;
  } name;
  struct part *parts, *next; /* next: to look at, with */
  size_t next_step;
  size_t order, low; /* see search; 0: not come to */
  int open;
  struct wait *parent;
  UT_hash_handle hh;
};

/* What one process tells of it: the steps of its own before. */
struct part {
  struct part *more;
  const struct rank *rank;
  const json_t *record;
};

struct graph {
  struct wait *waits;
  struct wait **path; /* not yet in a component; then the queue of a breadth-first search */
  size_t depth, count;
};

/* `message` as a record has it: of a step; or of what comes after steps, so that the other end
 * waits. */
static struct name name_of(const struct rank *r, const json_t *message, int after) {
  int64_t other = member_int(message, "rank", -2);
  int received = member_int(message, "received", after) != 0;
  struct name name = {.world = (int64_t)r->from,
                      .end = COLLECTIVE,
                      .key = member_number(message, "key", 0),
                      .number = member_number(message, "number", -1)};
  if (other == -1)
    return name;
  name.end = received != after ? RECEIVE_END : SEND_END;
  name.from = received ? other : r->rank;
  name.to = received ? r->rank : other;
  return name;
}

static struct wait *wait_get(struct graph *g, const struct name *name) {
  struct wait *w;
  HASH_FIND(hh, g->waits, name, sizeof *name, w);
  if (w || !(w = calloc(1, sizeof *w)))
    return w;
  w->name = *name;
  HASH_ADD(hh, g->waits, name, sizeof w->name, w);
  if (!w->hh.tbl) {
    free(w);
    return NULL;
  }
  g->count++;
  return w;
}

static void wait_add(struct graph *g, const struct rank *r, const json_t *record) {
  struct name name = name_of(r, member_get(record, "message"), 1);
  struct wait *w = wait_get(g, &name);
  struct part *p = w && (!w->parts || name.end == COLLECTIVE) ? malloc(sizeof *p) : NULL;
  if (!p)
    return;
  *p = (struct part){w->parts, r, record};
  w->parts = w->next = p;
}

static void wait_free(struct wait *w) {
  for (struct part *p = w->parts, *more; p; p = more) {
    more = p->more;
    free(p);
  }
  free(w);
}

static const json_t *steps_of(const struct part *p) {
  return member_get(p->record, "after");
}

static struct wait *wait_for(const struct graph *g, const struct part *p, size_t step) {
  struct name name =
      name_of(p->rank, member_get(json_array_get(steps_of(p), step), "message"), 0);
  struct wait *next;
  HASH_FIND(hh, g->waits, &name, sizeof name, next);
  return next;
}

/* Calls `each` for what `w` waits for, until it returns 1, which is returned. */
static int wait_each(const struct graph *g, const struct wait *w, void *context,
                     int (*each)(void *context, const struct part *p, const json_t *step,
                                 struct wait *next)) {
  for (const struct part *p = w->parts; p; p = p->more)
    for (size_t i = 0; i < json_array_size(steps_of(p)); i++) {
      struct wait *next = wait_for(g, p, i);
      if (next && each(context, p, json_array_get(steps_of(p), i), next))
        return 1;
    }
  return 0;
}

/* The step of `before` that `w` is. */
struct step {
  const struct wait *w;
  const struct part *part;
  const json_t *site;
};

static int is_step(void *context, const struct part *p, const json_t *step, struct wait *next) {
  struct step *s = context;
  if (next != s->w)
    return 0;
  s->part = p;
  s->site = member_get(step, "site");
  return 1;
}

static struct step step_find(const struct graph *g, const struct wait *before,
                             const struct wait *w) {
  struct step s = {w, NULL, NULL};
  wait_each(g, before, &s, is_step);
  return s;
}

static json_t *place(const struct rank *r, const json_t *site, const char *role) {
  return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", r->rank, "thread",
                   member_int(site, "thread", 0), "call", member_text_or(site, "call", "?"),
                   "args", "", "role", role, "epoch", "", "stack",
                   member_number(site, "stack", 0));
}

static void add(struct journals *js, const struct rank *r, const char *slug,
                const char *message, json_t *places) {
  json_t *finding =
      json_pack("{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, s:o}", "record",
                "finding", "key", 0, "slug", slug, "confidence", "definite", "message", message,
                "window", "id", "0", "flavor", "unknown", "model", "unknown", "owner", -1,
                "size", 0, "disp_unit", 0, "locations", places);
  json_array_append_new(js->rank[r - js->rank].findings, finding);
}

/* Circle[i + 1] is a step of a process that comes to circle[i] after it. */
struct circle {
  const struct graph *g;
  struct wait *const *wait;
  size_t n;
};

/* The step that circle[i] is. */
static struct step step_of(const struct circle *c, size_t i) {
  return step_find(c->g, c->wait[(i + c->n - 1) % c->n], c->wait[i % c->n]);
}

static size_t count_of(const struct circle *c, enum end end) {
  size_t count = 0;
  for (size_t i = 0; i < c->n; i++)
    count += c->wait[i]->name.end == (int64_t)end;
  return count;
}

/* Where the circle is told from: the step, a send if there is one, of the lowest rank. */
static size_t first_of(const struct circle *c, enum end end) {
  size_t first = c->n;
  int lowest = 0;
  for (size_t i = 0; i < c->n; i++) {
    int rank = step_of(c, i).part->rank->rank;
    if (c->wait[i]->name.end == (int64_t)end && (first == c->n || rank < lowest)) {
      first = i;
      lowest = rank;
    }
  }
  return first;
}

static void tell_step(FILE *out, json_t *places, const struct step *s,
                      const struct step *then) {
  const json_t *site = member_get(then->part->record, "site");
  fprintf(out, "%s of rank %d would wait until rank %d comes to its %s",
          member_text_or(s->site, "call", "?"), s->part->rank->rank, then->part->rank->rank,
          member_text_or(site, "call", "?"));
  if (json_array_size(places) < PLACES)
    json_array_append_new(places, place(s->part->rank, s->site, steps[s->w->name.end]));
  if (json_array_size(places) < PLACES)
    json_array_append_new(places, place(then->part->rank, site, awaited[s->w->name.end]));
}

static void tell_why(FILE *out, const struct circle *c) {
  size_t sends = count_of(c, SEND_END), collectives = count_of(c, COLLECTIVE);
  if (sends == c->n)
    fprintf(out, ", but that comes after %s send: only buffers of the library let %s return.",
            sends == 1 ? "the" : "its own", sends == 1 ? "it" : "them");
  else
    fprintf(out, ", but each of them comes after the one that waits for it: only %s%s%s.",
            sends ? "buffers of the library" : "", sends && collectives ? " or " : "",
            collectives
                ? "a collective call that does not wait for all processes let them return"
                : " let them return");
}

static void tell(struct journals *js, const struct circle *c) {
  int safe = !count_of(c, SEND_END);
  size_t first = first_of(c, safe ? COLLECTIVE : SEND_END), size;
  char *text = NULL;
  FILE *out = first < c->n ? open_memstream(&text, &size) : NULL;
  if (!out)
    return;
  json_t *places = json_array();
  struct step s = step_of(c, first), then;
  const struct rank *rank = s.part->rank;
  for (size_t k = 0; k < c->n; k++, s = then) {
    then = step_of(c, first + k + 1);
    if (k)
      fputs("; ", out);
    tell_step(out, places, &s, &then);
  }
  tell_why(out, c);
  if (!fclose(out))
    add(js, rank, safe ? "unsafe-collective" : "unsafe-send", text, places);
  else
    json_decref(places);
  free(text);
}

/* A breadth-first search for the way back to where it began. */
struct search {
  struct wait *from, *at, *end, **list;
  size_t tail, room;
};

static int reach(void *context, const struct part *p, const json_t *step, struct wait *next) {
  struct search *s = context;
  (void)p;
  (void)step;
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

/* A shortest circle through `from`, one of a component that has one. */
static void tell_shortest(struct journals *js, struct graph *g, struct wait *from,
                          struct wait **queue, size_t n) {
  size_t length = 0;
  for (size_t i = 0; i < n; i++)
    queue[i]->open = 2;
  struct search s = {.from = from, .list = calloc(n, sizeof(struct wait *)), .room = n};
  if (!s.list)
    return;
  s.list[s.tail++] = from;
  for (size_t head = 0; head < s.tail && !s.end; head++) {
    s.at = s.list[head];
    wait_each(g, s.at, &s, reach);
  }
  struct wait **list = s.list;
  for (struct wait *w = s.end; w; w = w == from ? NULL : w->parent)
    list[n - ++length] = w;
  if (s.end)
    tell(js, &(struct circle){g, list + n - length, length});
  free(list);
}

static int is_itself(void *context, const struct part *p, const json_t *step,
                     struct wait *next) {
  (void)p;
  (void)step;
  return next == context;
}

/* The component that begins with `w` is what the path has from there on. */
static void component(struct journals *js, struct graph *g, struct wait *w) {
  size_t from = g->depth;
  while (g->path[--from] != w)
    g->path[from]->open = 0;
  w->open = 0;
  if (g->depth - from > 1 || wait_each(g, w, w, is_itself))
    tell_shortest(js, g, w, g->path + from, g->depth - from);
  for (size_t i = from; i < g->depth; i++)
    g->path[i]->open = 0;
  g->depth = from;
}

/* Tarjan's components, without recursion: chains may be as long as the run. */
static void search(struct journals *js, struct graph *g, struct wait *from, size_t *orders) {
  struct wait *w = from;
  w->parent = NULL;
  while (w) {
    if (!w->order) {
      w->order = w->low = ++*orders;
      w->open = 1;
      g->path[g->depth++] = w;
    }
    if (w->next && w->next_step >= json_array_size(steps_of(w->next))) {
      w->next = w->next->more;
      w->next_step = 0;
      continue;
    }
    if (w->next) {
      struct wait *next = wait_for(g, w->next, w->next_step++);
      if (next && !next->order) {
        next->parent = w;
        w = next;
      } else if (next && next->open == 1 && next->order < w->low) {
        w->low = next->order;
      }
      continue;
    }
    struct wait *parent = w->parent;
    if (parent && w->low < parent->low)
      parent->low = w->low;
    if (w->low == w->order)
      component(js, g, w);
    w = parent;
  }
}

void rendezvous_add(struct journals *js) {
  struct graph g = {0};
  size_t k, orders = 0;
  json_t *record;
  struct wait *w, *after;
  for (size_t i = 0; i < js->ranks; i++)
    json_array_foreach(js->rank[i].rendezvous, k, record) {
      wait_add(&g, &js->rank[i], record);
    }
  g.path = calloc(g.count + 1, sizeof *g.path);
  for (w = g.path ? g.waits : NULL; w; w = w->hh.next)
    if (!w->order)
      search(js, &g, w, &orders);
  HASH_ITER(hh, g.waits, w, after) {
    HASH_DEL(g.waits, w);
    wait_free(w);
  }
  free(g.path);
}
