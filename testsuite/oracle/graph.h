/* graph.h: happens-before as a graph. Each call has two nodes, its enter and its leave. The
 * nodes of a rank follow each other in its order of calls; synchronisation adds edges between
 * ranks. What a node reaches is found by walking the graph from each node. */
#ifndef ORACLE_GRAPH_H
#define ORACLE_GRAPH_H

#include "program.h"

#define NODES (2 * ACTS)
#define NODE_WORDS (NODES / 64)
#define ENTER(call) (2 * (call))
#define LEAVE(call) (2 * (call) + 1)

struct graph {
  int nodes, strict;
  uint64_t edge[NODES][NODE_WORDS], reach[NODES][NODE_WORDS];
};

/* By calls in which all processes meet, others learn what all threads of a process have done so
 * far; `strict`: what the thread knows that makes the call, and what others have told. */
void graph_make(struct graph *g, const struct program *p, int strict);
/* Returns whether `from` happens before `to`. A node reaches itself; node -1 neither reaches
 * nor is reached. */
int graph_reaches(const struct graph *g, int from, int to);

#endif
