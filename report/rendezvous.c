#define _GNU_SOURCE
#include "rendezvous.h"

#include <stdio.h>
#include <stdlib.h>

#include "hash.h"
#include "member.h"

#define PLACES 8 /* that a finding names */

/* A message that was received after sends of the receiver. */
struct wait {
  struct name {
    int64_t world; /* its first rank, as index in the journals */
    int64_t from, to, key, number;
  } name;
  const struct rank *receiver;
  const json_t *record;
  size_t order, low; /* see search; 0: not come to */
  int open;
  size_t next; /* send of the receiver to look at */
  struct wait *parent;
  UT_hash_handle hh;
};

struct graph {
  struct wait *waits;
  struct wait **path; /* not yet in a component; then the queue of a breadth-first search */
  size_t depth, count;
};

static struct name name_of(const struct rank *r, int64_t from, int64_t to,
                           const json_t *message) {
  return (struct name){(int64_t)r->from, from, to, member_number(message, "key", 0),
                       member_number(message, "number", -1)};
}

static void wait_add(struct graph *g, const struct rank *r, const json_t *record) {
  const json_t *message = member_get(record, "message");
  struct name name = name_of(r, member_int(message, "rank", -1), r->rank, message);
  struct wait *w;
  HASH_FIND(hh, g->waits, &name, sizeof name, w);
  if (w || !(w = calloc(1, sizeof *w)))
    return;
  w->name = name;
  w->receiver = r;
  w->record = record;
  HASH_ADD(hh, g->waits, name, sizeof w->name, w);
  if (w->hh.tbl)
    g->count++;
  else
    free(w);
}

static const json_t *sends_of(const struct wait *w) {
  return member_get(w->record, "after");
}

static struct wait *wait_for(const struct graph *g, const struct wait *w, size_t send) {
  const json_t *message = member_get(json_array_get(sends_of(w), send), "message");
  struct name name =
      name_of(w->receiver, w->receiver->rank, member_int(message, "rank", -1), message);
  struct wait *next;
  HASH_FIND(hh, g->waits, &name, sizeof name, next);
  return next;
}

/* The send of the receiver of `w` that is the one of `next`. */
static const json_t *send_site(const struct graph *g, const struct wait *w,
                               const struct wait *next) {
  for (size_t i = 0; i < json_array_size(sends_of(w)); i++)
    if (wait_for(g, w, i) == next)
      return member_get(json_array_get(sends_of(w), i), "site");
  return NULL;
}

static json_t *place(const struct rank *r, const json_t *site, const char *role) {
  return json_pack("{s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "rank", r->rank, "thread",
                   member_int(site, "thread", 0), "call", member_text_or(site, "call", "?"),
                   "args", "", "role", role, "epoch", "", "stack",
                   member_number(site, "stack", 0));
}

static void add(struct journals *js, const struct rank *r, const char *message,
                json_t *places) {
  json_t *finding =
      json_pack("{s:s, s:i, s:s, s:s, s:s, s:{s:s, s:s, s:s, s:i, s:i, s:i}, s:o}", "record",
                "finding", "key", 0, "slug", "unsafe-send", "confidence", "definite", "message",
                message, "window", "id", "0", "flavor", "unknown", "model", "unknown", "owner",
                -1, "size", 0, "disp_unit", 0, "locations", places);
  json_array_append_new(js->rank[r - js->rank].findings, finding);
}

/* circle[i + 1]'s message is sent by the receiver of circle[i], before it posts the receive. */
static void tell(struct journals *js, const struct graph *g, struct wait *const *circle,
                 size_t n) {
  size_t first = 0, size;
  char *text = NULL;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return;
  for (size_t i = 1; i < n; i++)
    if (circle[i]->name.from < circle[first]->name.from)
      first = i;
  json_t *places = json_array();
  for (size_t k = 0; k < n; k++) {
    const struct wait *w = circle[(first + k) % n], *before = circle[(first + k + n - 1) % n];
    const json_t *send = send_site(g, before, w), *receive = member_get(w->record, "site");
    fprintf(out, "%s%s of rank %lld would wait until rank %lld comes to its %s", k ? "; " : "",
            member_text_or(send, "call", "?"), (long long)w->name.from, (long long)w->name.to,
            member_text_or(receive, "call", "?"));
    if (json_array_size(places) < PLACES)
      json_array_append_new(places, place(before->receiver, send, "send"));
    if (json_array_size(places) < PLACES)
      json_array_append_new(places, place(w->receiver, receive, "receive posted after a send"));
  }
  fprintf(out, ", but that comes after %s send: only buffers of the library let %s return.",
          n == 1 ? "the" : "its own", n == 1 ? "it" : "them");
  if (!fclose(out))
    add(js, &js->rank[circle[(first + n - 1) % n]->receiver - js->rank], text, places);
  else
    json_decref(places);
  free(text);
}

/* A shortest circle through `from`, one of a component that has one: breadth first. */
static void tell_shortest(struct journals *js, struct graph *g, struct wait *from,
                          struct wait **queue, size_t n) {
  size_t head = 0, tail = 0, length = 0;
  struct wait *end = NULL;
  for (size_t i = 0; i < n; i++)
    queue[i]->open = 2;
  struct wait **list = calloc(n, sizeof(struct wait *));
  if (!list)
    return;
  list[tail++] = from;
  while (head < tail && !end) {
    struct wait *w = list[head++];
    for (size_t i = 0; i < json_array_size(sends_of(w)) && !end; i++) {
      struct wait *next = wait_for(g, w, i);
      if (next == from) {
        end = w;
      } else if (next && next->open == 2 && tail < n) {
        next->open = 3;
        next->parent = w;
        list[tail++] = next;
      }
    }
  }
  for (struct wait *w = end; w; w = w == from ? NULL : w->parent)
    list[n - ++length] = w;
  if (end)
    tell(js, g, list + n - length, length);
  free(list);
}

static int waits_for_itself(const struct graph *g, const struct wait *w) {
  for (size_t i = 0; i < json_array_size(sends_of(w)); i++)
    if (wait_for(g, w, i) == w)
      return 1;
  return 0;
}

/* The component that begins with `w` is what the path has from there on. */
static void component(struct journals *js, struct graph *g, struct wait *w) {
  size_t from = g->depth;
  while (g->path[--from] != w)
    g->path[from]->open = 0;
  w->open = 0;
  if (g->depth - from > 1 || waits_for_itself(g, w))
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
    if (w->next < json_array_size(sends_of(w))) {
      struct wait *next = wait_for(g, w, w->next++);
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
    free(w);
  }
  free(g.path);
}
