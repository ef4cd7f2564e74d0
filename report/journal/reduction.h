/* reduction.h: a reduction from many to one on a logical topology (topology.h), from the place
 * of one of its processes: what it does is given, as is how they reach each other (messages of
 * MPI, pipes, memory). What is joined must not depend on the order of joining. Pure: no MPI. */
#ifndef FENCEPOST_REDUCTION_H
#define FENCEPOST_REDUCTION_H

#include "include/topology.h"

struct reduction {
  int (*receive)(void *context, int from); /* joins what process `from` hands on */
  int (*send)(void *context, int to);      /* hands on what was joined */
};

/* The part of `process`, which holds what is its own: it takes from its predecessors in the
 * order of their time steps, then hands on to its successor. Returns what the first call that
 * did not return 0 did, or -1 when memory runs out; nothing is called after that. */
int reduction_run(const struct topology *t, int process, const struct reduction *r,
                  void *context);

#endif
