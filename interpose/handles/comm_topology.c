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

static struct neighbours *of_graph(MPI_Comm comm, int me) {
  int count = 0;
  REAL(Graph_neighbors_count)(comm, me, &count);
  struct neighbours *n = neighbours_new(count, count);
  if (n) {
    REAL(Graph_neighbors)(comm, me, count, n->rank);
    REAL(Graph_neighbors)(comm, me, count, n->rank + count);
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
