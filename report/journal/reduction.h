/* reduction.h: a reduction from many to one on a logical topology (topology.h), as one of its
 * processes carries it out. The caller says what a process does and how processes reach each
 * other (MPI messages, pipes, memory). What is joined must not depend on the order of joining.
 * Pure: no MPI. */
#ifndef FENCEPOST_REDUCTION_H
#define FENCEPOST_REDUCTION_H

#include "include/topology.h"

struct reduction {
  int (*receive)(void *context, int from); /* joins what process `from` hands on */
  int (*send)(void *context, int to);      /* hands on what was joined */
};

/* Does the part of `process`, which holds its own data: takes from its predecessors in the
 * order of their time steps, then hands on to its successor. Returns the result of the first
 * call that did not return 0, or -1 when memory runs out; nothing is called after that. */
int reduction_run(const struct topology *t, int process, const struct reduction *r,
                  void *context);

#endif
