/* A reduction on a ring and on a 2-tree by messages received from anybody. */
/* case: ranks=4 */
#include "reduction.h"

static int reduce(struct place p, int tag) {
  int total = rank + 1, part;
  for (int i = 0; i < p.count; i++) {
    MPI_Recv(&part, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    total += part;
  }
  if (p.successor >= 0)
    MPI_Send(&total, 1, MPI_INT, p.successor, tag, MPI_COMM_WORLD);
  return total;
}

int main(void) {
  begin();
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(p, kind));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
