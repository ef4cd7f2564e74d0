#include "polls.h"
#include <stdlib.h>
#include <string.h>

void polls_begin(struct polls *polls, const struct program *p, const struct graph *g) {
  polls->p = p;
  polls->graph = g;
  polls->count = 0;
}

static const struct access *find(const struct access *all, int count, int call, int part) {
  for (int i = 0; i < count; i++)
    if (all[i].call == call && all[i].part == part)
      return &all[i];
  abort();
}

void polls_add(struct polls *polls, const struct verdict *v, const struct access *all,
               int count) {
  const struct access *a = find(all, count, v->call[0], v->part[0]),
                      *b = find(all, count, v->call[1], v->part[1]);
  const struct access *update = a->remote ? a : b, *look = a->remote ? b : a;
  if (update->rank != look->rank)
    polls->at[polls->count++] =
        (struct poll){update->call, look->call, !(update->bytes & ~look->bytes)};
}

/* What a rank knows when the access `of` starts. */
struct knowledge {
  const struct polls *polls;
  const struct access *of;
  char learned[2 * ACTS];
};

static int knows(const struct knowledge *k, int node) {
  const struct graph *g = k->polls->graph;
  if (node < 0)
    return 0;
  if (graph_reaches(g, node, k->of->start[0]) || graph_reaches(g, node, k->of->start[1]))
    return 1;
  return k->learned[node] && k->polls->p->call[node / 2].rank != k->of->rank;
}

static void learn(struct knowledge *k, int node) {
  for (int i = 0; i < k->polls->graph->nodes; i++)
    k->learned[i] |= (char)graph_reaches(k->polls->graph, i, node);
}

static void follow(struct knowledge *k, const struct polls *polls, const struct access *of) {
  memset(k, 0, sizeof *k);
  k->polls = polls;
  k->of = of;
  for (int more = 1; more;) {
    more = 0;
    for (int i = 0; i < polls->count; i++) {
      const struct poll *q = &polls->at[i];
      int to_come = polls->p->call[q->update].rank == of->rank && q->update > of->call;
      if (to_come || q->look == of->call || !knows(k, ENTER(q->look)) ||
          k->learned[ENTER(q->update)])
        continue;
      learn(k, ENTER(q->update));
      more = 1;
    }
  }
}

static int seen(const struct polls *polls, const struct access *a, const struct access *b,
                const struct knowledge *of_b) {
  for (int i = 0; a->remote && i < polls->count; i++) {
    const struct poll *q = &polls->at[i];
    if (q->covers && q->update == a->call && q->look != b->call && knows(of_b, ENTER(q->look)))
      return 1;
  }
  return 0;
}

static int before(const struct polls *polls, const struct access *a, const struct access *b) {
  struct knowledge of_b;
  follow(&of_b, polls, b);
  return knows(&of_b, a->end) || seen(polls, a, b, &of_b);
}

/* Returns whether it is known when `call` is entered that the other one is over. */
static int told(const struct polls *polls, int call, int other) {
  struct access of = {
      .call = call, .rank = polls->p->call[call].rank, .start = {ENTER(call), -1}};
  struct knowledge k;
  follow(&k, polls, &of);
  return knows(&k, LEAVE(other));
}

int polls_order(const struct polls *polls, const struct verdict *v, const struct access *all,
                int count) {
  if (v->part[0] < 0)
    return polls->count && told(polls, v->call[0], v->call[1]);
  const struct access *a = find(all, count, v->call[0], v->part[0]),
                      *b = find(all, count, v->call[1], v->part[1]);
  return polls->count && (before(polls, a, b) || before(polls, b, a));
}
