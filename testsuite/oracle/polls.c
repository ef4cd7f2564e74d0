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

/* No other operation of the line has the same target. */
static int is_alone(const struct program *p, int call) {
  const struct act *c = &p->call[call];
  for (int i = 0; c->line && i < p->calls; i++) {
    const struct act *o = &p->call[i];
    if (i != call && o->line == c->line && o->rank == c->rank && o->win == c->win &&
        o->target == c->target)
      return 0;
  }
  return 1;
}

void polls_add(struct polls *polls, const struct verdict *v, const struct access *all,
               int count) {
  const struct access *a = find(all, count, v->call[0], v->part[0]),
                      *b = find(all, count, v->call[1], v->part[1]);
  const struct access *update = a->remote ? a : b, *look = a->remote ? b : a;
  if (update->rank != look->rank)
    polls->at[polls->count++] =
        (struct poll){update->call, look->call, !(update->bytes & ~look->bytes),
                      is_alone(polls->p, update->call)};
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
  int found = POLLS_NO;
  for (int i = 0; a->remote && i < polls->count; i++) {
    const struct poll *q = &polls->at[i];
    if (q->covers && q->update == a->call && q->look != b->call && knows(of_b, ENTER(q->look)))
      found = q->alone ? POLLS_YES : found ? found : POLLS_MAYBE;
  }
  return found;
}

static int before(const struct polls *polls, const struct access *a, const struct access *b) {
  struct knowledge of_b;
  follow(&of_b, polls, b);
  for (int i = 0; i < a->ends; i++)
    if (knows(&of_b, a->end[i]))
      return POLLS_YES;
  return seen(polls, a, b, &of_b);
}

/* Returns whether it is known when `call` is entered that the other one is over. */
static int told(const struct polls *polls, int call, int other) {
  struct access of = {
      .call = call, .rank = polls->p->call[call].rank, .start = {ENTER(call), -1}};
  struct knowledge k;
  follow(&k, polls, &of);
  return knows(&k, LEAVE(other));
}

enum polls_answer polls_order(const struct polls *polls, const struct verdict *v,
                              const struct access *all, int count) {
  if (!polls->count)
    return POLLS_NO;
  if (v->part[0] < 0)
    return told(polls, v->call[0], v->call[1]) ? POLLS_YES : POLLS_NO;
  const struct access *a = find(all, count, v->call[0], v->part[0]),
                      *b = find(all, count, v->call[1], v->part[1]);
  int one = before(polls, a, b), other = before(polls, b, a);
  return (enum polls_answer)(one > other ? one : other);
}
