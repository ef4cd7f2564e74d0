/* graph_edges.c: the edges that MPI_Dist_graph_create_adjacent is given. Both processes of an
 * edge describe it, with the same weight (section 7.5.4). */
#include "graph_edges.h"
#include <string.h>
#include "include/name.h"

static int is_weighted(const int *weight) {
  return weight && weight != mpi_unweighted && weight != mpi_weights_empty;
}

/* How many edges go to each process, or come from it, and a hash of their weights, whose order
 * does not matter. Without edges any array of weights will do. */
static void fill_side(struct amounts_side *s, const struct comm *c, int n, const int *peer,
                      const int *weight) {
  memset(s->bytes, 0, (size_t)c->size * sizeof *s->bytes);
  s->typed = is_weighted(weight);
  for (int i = 0; i < n; i++) {
    s->bytes[peer[i]]++;
    if (s->typed)
      s->type[peer[i]] += promise_mix(PROMISE_SEED, weight[i]);
  }
}

static int are_ranks(const struct comm *c, int n, const int *peer) {
  if (n < 0 || (n && !peer))
    return 0;
  for (int i = 0; i < n; i++)
    if (peer[i] < 0 || peer[i] >= c->size)
      return 0;
  return 1;
}

/* Else the call is refused, and told of as that. */
static int is_given(const struct comm *c, const struct args_Dist_graph_create_adjacent *g) {
  return are_ranks(c, g->indegree, g->sources) && are_ranks(c, g->outdegree, g->destinations);
}

int graph_edges(struct amounts *a, const struct comm *c,
                const struct args_Dist_graph_create_adjacent *g) {
  if (!is_given(c, g))
    return 0;
  memset(a, 0, sizeof *a);
  a->count = c->size;
  a->me = c->me;
  fill_side(&a->sent, c, g->outdegree, g->destinations, g->destweights);
  fill_side(&a->received, c, g->indegree, g->sources, g->sourceweights);
  return 1;
}

static uint64_t edge(int from, int to, int weight) {
  return name_mix(name_mix(name_mix((uint64_t)from + 1) + (uint64_t)to) + (uint64_t)weight);
}

uint64_t graph_edges_sum(const struct comm *c,
                         const struct args_Dist_graph_create_adjacent *g) {
  uint64_t sum = 0;
  if (!is_given(c, g))
    return 0;
  for (int i = 0; i < g->outdegree; i++)
    sum += edge(c->me, g->destinations[i], is_weighted(g->destweights) ? g->destweights[i] : 0);
  for (int i = 0; i < g->indegree; i++)
    sum -= edge(g->sources[i], c->me, is_weighted(g->sourceweights) ? g->sourceweights[i] : 0);
  return sum;
}
