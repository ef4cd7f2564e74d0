/* What the cases of reductions on a topology share: who this process is in it. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "case.h"
#include "topology.h"

enum { SLOTS = 8 };

/* Where this process stands in a topology. */
struct place {
  int successor, slot; /* -1: the root; which of the successor's predecessors it is */
  int count, predecessor[SLOTS];
};

static inline struct place place_of(const struct topology *t, int process) {
  struct place p = {t->successor(t, process), 0, 0, {0}};
  int siblings[SLOTS];
  p.count = topology_predecessors(t, process, p.predecessor);
  if (p.successor >= 0)
    for (topology_predecessors(t, p.successor, siblings); siblings[p.slot] != process;)
      p.slot++;
  return p;
}

/* The group of some processes of the world; the caller frees it. */
static inline MPI_Group group_of(int count, const int *members) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, count, members, &group);
  MPI_Group_free(&world);
  return group;
}

/* The result of adding up rank + 1 is checked where the root is. */
static inline void check_total(struct place p, int total) {
  if (p.successor < 0 && total != size * (size + 1) / 2)
    printf("total %d\n", total);
}

#endif
