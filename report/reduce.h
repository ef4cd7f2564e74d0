/* reduce.h: the ranks' findings gathered by several processes: a reduction from many to one on
 * a logical topology (topology.h), the 2-tree or the ring.
 *
 * Each process gathers a block of ranks, takes what its predecessors have gathered from pipes,
 * and hands all to its successor; the root is this process. What is gathered does not depend on
 * the topology. A process that dies costs time only: its successor gathers its ranks, and those
 * that came through it, itself. Few ranks are gathered by this process alone. */
#ifndef FENCEPOST_REDUCE_H
#define FENCEPOST_REDUCE_H

#include "gather.h"

/* `kind`: TOPOLOGY_*. -1 when memory runs out. */
int reduce(struct gather *g, const struct journals *js, int kind);

#endif
