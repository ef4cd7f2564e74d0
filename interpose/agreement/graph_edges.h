/* graph_edges.h: what a process promises of the edges of a graph that it makes by
 * MPI_Dist_graph_create_adjacent. Linear in its edges. */
#ifndef FENCEPOST_GRAPH_EDGES_H
#define FENCEPOST_GRAPH_EDGES_H

#include <stdint.h>
#include "interpose/base/args.h"
#include "interpose/handles/comm.h"
#include "agreement.h"

/* What a process says of its edges: for each pair of processes, or (0: not known) a number; of
 * all processes together these add up to 0 if both processes of each edge describe it alike. */
int graph_edges(struct amounts *a, const struct comm *c,
                const struct args_Dist_graph_create_adjacent *g);
uint64_t graph_edges_sum(const struct comm *c, const struct args_Dist_graph_create_adjacent *g);

#endif
