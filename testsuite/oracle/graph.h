/* graph.h: what happens before what, as a graph. Every call has two nodes, its enter and its
 * leave, in the order of its rank; synchronisation adds edges between ranks. Reachability is
 * found by walking the graph from every node. */
#ifndef ORACLE_GRAPH_H
#define ORACLE_GRAPH_H

#include "program.h"

#define NODES (2 * ACTS)
#define NODE_WORDS (NODES / 64)
#define ENTER(call) (2 * (call))
#define LEAVE(call) (2 * (call) + 1)

struct graph {
  int nodes;
  uint64_t edge[NODES][NODE_WORDS], reach[NODES][NODE_WORDS];
};

void graph_make(struct graph *g, const struct program *p);
int graph_reaches(const struct graph *g, int from, int to); /* a node reaches itself */

#endif
