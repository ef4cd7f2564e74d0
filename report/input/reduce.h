/* reduce.h: the findings of all journals as one bundle, gathered by several processes: a
 * reduction on a logical topology (reduction.h), the 2-tree or the ring, over pipes.
 *
 * A world whose ranks merged their findings in MPI_Finalize is read from its rank 0's journal;
 * unless that is damaged or a rank has left none, when all journals of the world are read as
 * those of any other. Each process gathers a block of ranks, takes what its predecessors have
 * gathered, and hands all to its successor; the root is this process. What is gathered does not
 * depend on the topology. A process that dies costs time only: its successor gathers its ranks,
 * and those that came through it, itself. Few ranks are gathered by this process alone. */
#ifndef FENCEPOST_REDUCE_H
#define FENCEPOST_REDUCE_H

#include "report/journal/bundle.h"
#include "journals.h"

/* In the order of the words of --merge. */
enum reduce_how { REDUCE_TREE, REDUCE_RING, REDUCE_JOURNALS };

/* REDUCE_JOURNALS: on a 2-tree, and without using what ranks have merged. Returns -1 when
 * memory runs out. */
int reduce(struct bundle *b, struct journals *js, enum reduce_how how);

#endif
