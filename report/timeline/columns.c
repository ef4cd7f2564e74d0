/* columns.c: gives each node a column: one more than the largest of those that it comes after.
 * Nodes are taken as soon as all those have one. Should they wait for each other in a circle
 * (a library may let a call return earlier than the standard's text allows one to rely on), the
 * first one of a process is taken as if it waited for nothing. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "track.h"

struct graph {
  uint32_t nodes, real; /* nodes from `real` on are meetings, which take no column */
  uint32_t *column, *waits, *first, *next_of;
  uint32_t *queue;
  size_t head, tail;
};

static int node_order(const void *a, const void *b, void *context) {
  const struct track *t = context;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const struct track_step *m = &t->moment[x / 2], *n = &t->moment[y / 2];
  uint64_t p = x % 2 ? m->end_seq : m->seq, q = y % 2 ? n->end_seq : n->seq;
  return p < q ? -1 : p > q ? 1 : x < y ? -1 : x > y;
}

static int number_nodes(struct track *t, uint32_t first) {
  t->first_node = first;
  t->nodes = 0;
  if (!(t->node = calloc(2 * t->moments + 1, sizeof *t->node)))
    return -1;
  for (uint32_t i = 0; i < t->moments; i++) {
    t->node[t->nodes++] = 2 * i;
    if (t->moment[i].end_seq)
      t->node[t->nodes++] = 2 * i + 1;
  }
  qsort_r(t->node, t->nodes, sizeof *t->node, node_order, t);
  for (uint32_t i = 0; i < t->nodes; i++) {
    struct track_step *m = &t->moment[t->node[i] / 2];
    *(t->node[i] % 2 ? &m->end_node : &m->node) = first + i;
  }
  return 0;
}

static void add_pairs(const struct timeline *t, struct graph *g, const struct ties *s) {
  for (size_t i = 0; i < s->pairs; i++)
    g->first[s->pair[i].from + 1]++;
  for (uint32_t i = 0; i < g->nodes; i++)
    g->first[i + 1] += g->first[i];
  uint32_t *at = calloc(g->nodes + 1, sizeof *at);
  if (!at)
    return;
  for (size_t i = 0; i < s->pairs; i++) {
    uint32_t from = s->pair[i].from;
    g->next_of[g->first[from] + at[from]++] = s->pair[i].to;
    g->waits[s->pair[i].to]++;
  }
  free(at);
  for (size_t k = 0; k < t->tracks; k++)
    for (uint32_t i = 1; i < t->track[k].nodes; i++)
      g->waits[t->track[k].first_node + i]++;
}

static void raise_to(struct graph *g, uint32_t node, uint32_t column) {
  if (!g->waits[node])
    return; /* it was taken, in a circle */
  if (g->column[node] < column)
    g->column[node] = column;
  if (!--g->waits[node])
    g->queue[g->tail++] = node;
}

/* `follower`: the process's next node, or UINT32_MAX. */
static void take(struct graph *g, uint32_t node, uint32_t follower) {
  uint32_t here = g->column[node], after = here + 1;
  for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++)
    raise_to(g, g->next_of[i], g->next_of[i] >= g->real ? here : after);
  if (follower != UINT32_MAX)
    raise_to(g, follower, after);
}

static const struct track *track_with(const struct timeline *t, uint32_t node) {
  size_t lo = 0, hi = t->tracks;
  while (hi - lo > 1) {
    size_t mid = (lo + hi) / 2;
    if (t->track[mid].first_node <= node)
      lo = mid;
    else
      hi = mid;
  }
  return &t->track[lo];
}

static void take_all(const struct timeline *t, struct graph *g) {
  while (g->head < g->tail) {
    uint32_t node = g->queue[g->head++], follower = UINT32_MAX;
    if (node < g->real) {
      const struct track *of = track_with(t, node);
      if (node + 1 < of->first_node + of->nodes)
        follower = node + 1;
    }
    take(g, node, follower);
  }
}

static void order(const struct timeline *t, struct graph *g) {
  for (uint32_t i = 0; i < g->nodes; i++)
    if (!g->waits[i])
      g->queue[g->tail++] = i;
  take_all(t, g);
  for (uint32_t i = 0; i < g->nodes && g->tail < g->nodes; i++) {
    if (!g->waits[i])
      continue;
    g->waits[i] = 0;
    g->queue[g->tail++] = i;
    take_all(t, g);
  }
}

/* The column of the last node of the process that is not later than the event. */
static uint32_t column_at(const struct track *t, const struct graph *g, uint64_t seq) {
  uint32_t lo = 0, hi = t->nodes;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    const struct track_step *m = &t->moment[t->node[mid] / 2];
    if ((t->node[mid] % 2 ? m->end_seq : m->seq) <= seq)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo ? g->column[t->first_node + lo - 1] : 0;
}

static int bar_order(const void *a, const void *b) {
  const struct bar *x = a, *y = b;
  return x->begin < y->begin   ? -1
         : x->begin > y->begin ? 1
                               : (x->number > y->number) - (x->number < y->number);
}

/* Epochs of one process that overlap lie in rows above each other. */
static void pack(struct track *t) {
  enum { ROWS = 64 };
  uint32_t until[ROWS] = {0};
  qsort(t->bar, t->bars, sizeof *t->bar, bar_order);
  for (size_t i = 0; i < t->bars; i++) {
    struct bar *b = &t->bar[i];
    if (b->copy)
      continue;
    while (b->row + 1 < ROWS && until[b->row] > b->begin)
      b->row++;
    until[b->row] = b->end;
    if (t->rows <= b->row)
      t->rows = b->row + 1;
  }
}

static void place(struct timeline *t, const struct graph *g) {
  for (uint32_t i = 0; i < g->real; i++)
    if (t->columns < g->column[i] + 2)
      t->columns = g->column[i] + 2;
  for (size_t k = 0; k < t->tracks; k++) {
    struct track *of = &t->track[k];
    for (size_t i = 0; i < of->moments; i++) {
      struct track_step *m = &of->moment[i];
      m->begin = g->column[m->node];
      m->end = m->end_seq ? g->column[m->end_node] : m->open ? t->columns : m->begin;
    }
    for (size_t i = 0; i < of->bars; i++) {
      struct bar *b = &of->bar[i];
      const struct track *by = b->copy ? track_of(of, b->opened.rank) : of;
      b->begin = by ? column_at(by, g, b->from) : 0;
      b->end = b->to ? column_at(of, g, b->to) : t->columns;
      if (b->end < b->begin)
        b->end = b->begin;
    }
    pack(of);
  }
}

static int graph_new(struct graph *g, const struct ties *s, uint32_t real) {
  g->real = real;
  g->nodes = s->nodes;
  g->column = calloc(g->nodes + 1, sizeof *g->column);
  g->waits = calloc(g->nodes + 1, sizeof *g->waits);
  g->first = calloc((size_t)g->nodes + 2, sizeof *g->first);
  g->queue = calloc(g->nodes + 1, sizeof *g->queue);
  g->next_of = calloc(s->pairs + 1, sizeof *g->next_of);
  return g->column && g->waits && g->first && g->queue && g->next_of ? 0 : -1;
}

static void graph_free(struct graph *g) {
  free(g->column);
  free(g->waits);
  free(g->first);
  free(g->queue);
  free(g->next_of);
}

int columns_set(struct timeline *t) {
  struct ties s = {0};
  struct graph g = {0};
  uint32_t real = 0;
  int failed = 0;
  moments_mark(t);
  for (size_t k = 0; k < t->tracks && !failed; k++) {
    failed = number_nodes(&t->track[k], real);
    real += t->track[k].nodes;
  }
  s.nodes = real;
  failed = failed || ties_find(t, &s) || graph_new(&g, &s, real);
  if (!failed) {
    add_pairs(t, &g, &s);
    order(t, &g);
    place(t, &g);
  }
  graph_free(&g);
  free(s.pair);
  return failed ? -1 : 0;
}
