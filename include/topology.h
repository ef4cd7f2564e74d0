/* A general logical topology for reductions from many to one: processes, time steps and a
 * successor function.
 *
 * Each process hands what it has gathered to its successor, in its own time step. The root has
 * no successor and hands on nothing. A process has a later step than all processes whose
 * successor it is, so what it hands on is complete. Pure: no MPI. */
#ifndef FENCEPOST_TOPOLOGY_H
#define FENCEPOST_TOPOLOGY_H

struct topology {
  int size;                                                /* processes 0 to size - 1 */
  int steps;                                               /* time steps 0 to steps - 1 */
  int (*successor)(const struct topology *t, int process); /* -1: the root */
  int (*step)(const struct topology *t, int process);      /* -1: the root */
  const int *successors, *step_of; /* tables of a topology that is given by tables; borrowed */
};

/* A ring, open at the root: the last process. */
static inline int ring_successor(const struct topology *t, int process) {
  return process + 1 < t->size ? process + 1 : -1;
}

static inline int ring_step(const struct topology *t, int process) {
  return process + 1 < t->size ? process : -1;
}

static inline struct topology topology_ring(int size) {
  return (struct topology){size, size - 1, ring_successor, ring_step, 0, 0};
}

/* A 2-tree: process 0 is the root, 2p + 1 and 2p + 2 hand to p, and the deepest level comes
 * first. */
static inline int tree_depth(int process) {
  int depth = 0;
  for (; process > 0; process = (process - 1) / 2)
    depth++;
  return depth;
}

static inline int tree_successor(const struct topology *t, int process) {
  (void)t;
  return process > 0 ? (process - 1) / 2 : -1;
}

static inline int tree_step(const struct topology *t, int process) {
  return process > 0 ? t->steps - tree_depth(process) : -1;
}

static inline struct topology topology_tree(int size) {
  return (struct topology){size, tree_depth(size - 1), tree_successor, tree_step, 0, 0};
}

static inline int table_successor(const struct topology *t, int process) {
  return t->successors[process];
}

static inline int table_step(const struct topology *t, int process) {
  return t->step_of[process];
}

static inline struct topology topology_table(int size, int steps, const int *successors,
                                             const int *step_of) {
  return (struct topology){size, steps, table_successor, table_step, successors, step_of};
}

enum { TOPOLOGY_RING, TOPOLOGY_TREE, TOPOLOGIES };

static inline struct topology topology_of(int kind, int size) {
  return kind == TOPOLOGY_RING ? topology_ring(size) : topology_tree(size);
}

/* Writes the processes whose successor is `process`, ordered by their steps, and returns how
 * many they are: at most size - 1. */
static inline int topology_predecessors(const struct topology *t, int process, int *list) {
  int count = 0;
  for (int p = 0; p < t->size; p++)
    if (t->successor(t, p) == process) {
      int at = count++;
      for (; at > 0 && t->step(t, list[at - 1]) > t->step(t, p); at--)
        list[at] = list[at - 1];
      list[at] = p;
    }
  return count;
}

static inline int topology_root(const struct topology *t) {
  int p = 0;
  while (t->successor(t, p) >= 0)
    p = t->successor(t, p);
  return p;
}

#endif
