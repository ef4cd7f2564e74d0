#include "graph.h"
#include "match.h"
#include "threads.h"
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

static int leave_last(const struct program *p, int before, int rank, int thread) {
  int call = threads_last(p, before, rank, thread);
  return call < 0 ? -1 : LEAVE(call);
}

/* Each thread's calls are in order. One that begins or learns knows what another one has done
 * so far. */
static void add_order(struct graph *g, const struct program *p) {
  for (int i = 0; i < p->calls; i++) {
    const struct act *c = &p->call[i];
    edge(g, leave_last(p, i, c->rank, threads_line(p, i)), ENTER(i));
    edge(g, ENTER(i), LEAVE(i));
    if (c->kind == EVENT_THREAD)
      edge(g, leave_last(p, i, c->rank, c->target), ENTER(i));
  }
}

/* Whether the call is one in which all processes meet. Those that free a window do not all wait
 * for each other in every library. */
static int is_whole(const struct program *p, const struct act *c) {
  return c->kind == EVENT_ALL ||
         (c->kind != EVENT_WIN_FREE && p->window[c->win].count == p->ranks);
}

/* The same of a call, if it orders what was before it. */
static int meets(const struct program *p, int call) {
  const struct act *c = &p->call[call];
  int collective = c->kind == EVENT_ALL || c->kind == EVENT_WIN_CREATE ||
                   (c->kind == EVENT_FENCE && !(c->assertion & ASSERT_NOPRECEDE));
  return collective && is_whole(p, c);
}

static int says(const struct act *c) {
  return c->kind == EVENT_RELEASE || c->kind == EVENT_POST || c->kind == EVENT_COMPLETE ||
         c->kind == EVENT_ALL || c->kind == EVENT_FENCE || c->kind == EVENT_WIN_CREATE ||
         c->kind == EVENT_WIN_FREE;
}

/* What threads of a process have told others, or did before the process last met them, these
 * know when they meet it. */
static void add_shown(struct graph *g, const struct program *p, int call, int other) {
  int met = call - 1;
  while (met >= 0 && (p->call[met].rank != p->call[call].rank || !meets(p, met)))
    met--;
  for (int t = 0; t < THREADS && met >= 0; t++)
    edge(g, leave_last(p, met, p->call[call].rank, t), LEAVE(other));
  for (int i = 0; i < call; i++)
    if (p->call[i].rank == p->call[call].rank && says(&p->call[i]))
      edge(g, ENTER(i), LEAVE(other));
}

/* What a thread has told other processes counts as told to the other threads of its process by
 * the next call in which these meet the others. */
static void add_said(struct graph *g, const struct program *p, int call) {
  for (int i = 0; i < call; i++)
    if (p->call[i].rank == p->call[call].rank && says(&p->call[i]))
      edge(g, ENTER(i), LEAVE(call));
}

/* No process leaves the collective call before all have entered it. Where all processes meet,
 * what any thread of them did before counts as known to the others; not in a strict graph. */
static void add_collective(struct graph *g, const struct program *p, int call) {
  const struct act *c = &p->call[call];
  if (is_whole(p, c))
    add_said(g, p, call);
  for (int r = 0; r < p->ranks; r++) {
    int other = match_collective(p, call, r);
    if (other < 0)
      continue;
    edge(g, ENTER(call), LEAVE(other));
    if (g->strict && r != c->rank && is_whole(p, c))
      add_shown(g, p, call, other);
    for (int t = 0; t < THREADS && !g->strict && r != c->rank && is_whole(p, c); t++)
      edge(g, leave_last(p, call, c->rank, t), LEAVE(other));
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

/* An operation that brings data back can only do so after the post, which is done then. */
static void add_fetched(struct graph *g, const struct program *p, int op) {
  int start = match_epoch(p, op);
  if (start < 0 || p->call[start].kind != EVENT_START || !call_fetches(&p->call[op]))
    return;
  int post = match_post(p, start, p->call[op].target), complete = match_complete(p, start);
  if (post >= 0 && complete >= 0)
    edge(g, LEAVE(post), LEAVE(complete));
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

static void reach(struct graph *g) {
  memset(g->reach, 0, (size_t)g->nodes * sizeof *g->reach);
  for (int i = 0; i < g->nodes; i++)
    walk(g, g->reach[i], i);
}

/* A call of another process at `to` learns from one at `from`. So it knows all that any thread
 * of that process did before a call in which the processes met, if the one at `from` knows of
 * it. */
static int add_learned(struct graph *g, const struct program *p, int from, int to) {
  int added = 0, rank = p->call[from / 2].rank;
  for (int i = 0; i < p->calls; i++) {
    if (p->call[i].rank != rank || !meets(p, i) || !get(g->reach[LEAVE(i)], from))
      continue;
    for (int t = 0; t < THREADS; t++) {
      int last = leave_last(p, i, rank, t);
      if (last >= 0 && !get(g->reach[last], to)) {
        edge(g, last, to);
        added = 1;
      }
    }
  }
  return added;
}

/* A call of a process at `to` learns from one of another process at `from`, which has met it.
 * That counts as what all threads of the own process did before they met. */
static int add_heard(struct graph *g, const struct program *p, int from, int to) {
  int added = 0, rank = p->call[to / 2].rank;
  for (int i = 0; i < p->calls; i++) {
    if (p->call[i].rank != rank || !meets(p, i))
      continue;
    int other = match_collective(p, i, p->call[from / 2].rank);
    if (other < 0 || !get(g->reach[LEAVE(other)], from))
      continue;
    for (int t = 0; t < THREADS; t++) {
      int last = leave_last(p, i, rank, t);
      if (last >= 0 && !get(g->reach[last], to)) {
        edge(g, last, to);
        added = 1;
      }
    }
  }
  return added;
}

static int add_all_learned(struct graph *g, const struct program *p) {
  int added = 0;
  for (int i = 0; i < g->nodes; i++)
    for (int k = 0; k < g->nodes; k++)
      if (get(g->edge[i], k) && p->call[i / 2].rank != p->call[k / 2].rank)
        added |= (g->strict ? add_heard : add_learned)(g, p, i, k);
  return added;
}

void graph_make(struct graph *g, const struct program *p, int strict) {
  g->strict = strict;
  g->nodes = 2 * p->calls;
  memset(g->edge, 0, (size_t)g->nodes * sizeof *g->edge);
  add_order(g, p);
  for (int i = 0; i < p->calls; i++)
    add_call(g, p, i);
  int threads = 0;
  for (int r = 0; r < p->ranks; r++)
    threads |= threads_any(p, r);
  do
    reach(g);
  while (threads && add_all_learned(g, p));
}

int graph_reaches(const struct graph *g, int from, int to) {
  return from >= 0 && to >= 0 && get(g->reach[from], to);
}
