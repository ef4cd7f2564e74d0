/* comm_topology.c: the neighbours of a process (section 7.6). */
#include <stdlib.h>
#include "comm.h"
#include "interpose/base/world.h"

static struct neighbours *neighbours_new(int sources, int destinations) {
  struct neighbours *n =
      malloc(sizeof *n + ((size_t)sources + (size_t)destinations) * sizeof n->rank[0]);
  if (!n) {
    world_off("out of memory", 0);
    return NULL;
  }
  n->sources = sources;
  n->destinations = destinations;
  n->one = n->other = -1;
  return n;
}

/* Lists the neighbours before and after in each dimension; each is a source and a
 * destination. */
static struct neighbours *of_cart(MPI_Comm comm) {
  int dims = 0;
  REAL(Cartdim_get)(comm, &dims);
  struct neighbours *n = neighbours_new(2 * dims, 2 * dims);
  for (int i = 0; n && i < dims; i++) {
    int *at = n->rank + 2 * i;
    REAL(Cart_shift)(comm, i, 1, &at[0], &at[1]);
    at[2 * dims] = at[0];
    at[2 * dims + 1] = at[1];
  }
  return n;
}

struct edge {
  int one, other, balance;
};

static int by_ends(const void *a, const void *b) {
  const struct edge *x = a, *y = b;
  if (x->one != y->one)
    return x->one < y->one ? -1 : 1;
  return (x->other > y->other) - (x->other < y->other);
}

/* Looks for two processes with more edges one way than the other, in the whole graph, so that
 * all processes find the same ones. */
static void find_uneven(struct neighbours *n, struct edge *edge, int edges) {
  if (edges)
    qsort(edge, (size_t)edges, sizeof *edge, by_ends);
  for (int i = 0, to; i < edges && n->one < 0; i = to) {
    int balance = 0;
    for (to = i; to < edges && !by_ends(&edge[i], &edge[to]); to++)
      balance += edge[to].balance;
    if (balance) {
      n->one = balance > 0 ? edge[i].one : edge[i].other;
      n->other = balance > 0 ? edge[i].other : edge[i].one;
    }
  }
}

static void look_at_edges(struct neighbours *n, MPI_Comm comm) {
  int nodes = 0, edges = 0;
  REAL(Graphdims_get)(comm, &nodes, &edges);
  if (nodes <= 0 || edges <= 0)
    return;
  int *end = malloc(((size_t)nodes + (size_t)edges) * sizeof *end);
  struct edge *edge = malloc((size_t)edges * sizeof *edge);
  if (end && edge && REAL(Graph_get)(comm, nodes, edges, end, end + nodes) == MPI_SUCCESS) {
    for (int i = 0, from = 0; i < edges; i++) {
      int to = end[nodes + i];
      while (from < nodes && end[from] <= i)
        from++;
      edge[i] = from < to ? (struct edge){from, to, 1} : (struct edge){to, from, -(from > to)};
    }
    find_uneven(n, edge, edges);
  }
  free(end);
  free(edge);
}

static struct neighbours *of_graph(MPI_Comm comm, int me) {
  int count = 0;
  REAL(Graph_neighbors_count)(comm, me, &count);
  struct neighbours *n = neighbours_new(count, count);
  if (n) {
    REAL(Graph_neighbors)(comm, me, count, n->rank);
    REAL(Graph_neighbors)(comm, me, count, n->rank + count);
    look_at_edges(n, comm);
  }
  return n;
}

static struct neighbours *of_dist_graph(MPI_Comm comm) {
  int in = 0, out = 0, weighted = 0;
  REAL(Dist_graph_neighbors_count)(comm, &in, &out, &weighted);
  struct neighbours *n = neighbours_new(in, out);
  int *weights = malloc(((size_t)in + (size_t)out + 1) * sizeof *weights);
  if (n && weights)
    REAL(Dist_graph_neighbors)(comm, in, n->rank, weights, out, n->rank + in, weights + in);
  else
    world_off("out of memory", 0);
  free(weights);
  return n;
}

const struct neighbours *comm_neighbours(struct comm *c) {
  int kind = MPI_UNDEFINED;
  if (c->neighbours)
    return c->neighbours;
  REAL(Topo_test)(c->handle, &kind);
  if (kind == MPI_CART)
    c->neighbours = of_cart(c->handle);
  else if (kind == MPI_GRAPH)
    c->neighbours = of_graph(c->handle, c->me);
  else if (kind == MPI_DIST_GRAPH)
    c->neighbours = of_dist_graph(c->handle);
  return c->neighbours;
}
