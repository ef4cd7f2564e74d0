#include "graph.h"
#include "match.h"
#include <string.h>

static void set(uint64_t *row, int bit) {
  row[bit / 64] |= UINT64_C(1) << bit % 64;
}

static int get(const uint64_t *row, int bit) {
  return row[bit / 64] >> bit % 64 & 1;
}

static void edge(struct graph *g, int from, int to) {
  if (from >= 0 && to >= 0)
    set(g->edge[from], to);
}

static void add_order(struct graph *g, const struct program *p) {
  int last[RANKS];
  memset(last, -1, sizeof last);
  for (int i = 0; i < p->calls; i++) {
    edge(g, last[p->call[i].rank], ENTER(i));
    edge(g, ENTER(i), LEAVE(i));
    last[p->call[i].rank] = LEAVE(i);
  }
}

/* No process leaves the collective call before all have entered it. */
static void add_collective(struct graph *g, const struct program *p, int call) {
  for (int r = 0; r < p->ranks; r++) {
    int other = match_collective(p, call, r);
    if (other >= 0)
      edge(g, ENTER(call), LEAVE(other));
  }
}

/* The exposure epoch ends after MPI_Win_complete was called by each origin (section 11.5.2). */
static void add_wait(struct graph *g, const struct program *p, int post) {
  int wait = match_wait(p, post);
  for (int o = 0; o < RANKS && wait >= 0; o++) {
    int start = match_start(p, post, o);
    int complete = start < 0 ? -1 : match_complete(p, start);
    if (complete >= 0)
      edge(g, ENTER(complete), LEAVE(wait));
  }
}

/* An operation that brings data back can only do so after the post. */
static void add_fetched(struct graph *g, const struct program *p, int op) {
  int start = match_epoch(p, op);
  if (start < 0 || p->call[start].kind != EVENT_START || !call_fetches(&p->call[op]))
    return;
  int post = match_post(p, start, p->call[op].target), complete = match_complete(p, start);
  if (post >= 0 && complete >= 0)
    edge(g, ENTER(post), LEAVE(complete));
}

static void add_call(struct graph *g, const struct program *p, int call) {
  const struct act *c = &p->call[call];
  switch (c->kind) {
  case EVENT_FENCE:
    if (c->assertion & ASSERT_NOPRECEDE)
      break;
    /* fall through */
  case EVENT_WIN_CREATE:
  case EVENT_WIN_FREE:
  case EVENT_ALL:
    add_collective(g, p, call);
    break;
  case EVENT_POST:
    add_wait(g, p, call);
    break;
  case EVENT_OP:
    add_fetched(g, p, call);
    break;
  case EVENT_ACQUIRE: {
    int release = match_release(p, call);
    if (release >= 0)
      edge(g, ENTER(release), ENTER(call));
    break;
  }
  }
}

static void walk(struct graph *g, uint64_t *seen, int node) {
  if (get(seen, node))
    return;
  set(seen, node);
  for (int i = 0; i < g->nodes; i++)
    if (get(g->edge[node], i))
      walk(g, seen, i);
}

void graph_make(struct graph *g, const struct program *p) {
  g->nodes = 2 * p->calls;
  memset(g->edge, 0, (size_t)g->nodes * sizeof *g->edge);
  memset(g->reach, 0, (size_t)g->nodes * sizeof *g->reach);
  add_order(g, p);
  for (int i = 0; i < p->calls; i++)
    add_call(g, p, i);
  for (int i = 0; i < g->nodes; i++)
    walk(g, g->reach[i], i);
}

int graph_reaches(const struct graph *g, int from, int to) {
  return from >= 0 && to >= 0 && get(g->reach[from], to);
}
