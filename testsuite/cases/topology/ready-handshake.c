/* A reduction by ready sends: the successor says that its receives are posted. */
/* case: ranks=4 */
#include "reduction.h"

static int reduce(struct place p) {
  int total = rank + 1, part[SLOTS];
  MPI_Request req[SLOTS];
  for (int i = 0; i < p.count; i++) {
    MPI_Irecv(&part[i], 1, MPI_INT, p.predecessor[i], 1, MPI_COMM_WORLD, &req[i]);
    MPI_Send(NULL, 0, MPI_INT, p.predecessor[i], 2, MPI_COMM_WORLD);
  }
  MPI_Waitall(p.count, req, MPI_STATUSES_IGNORE);
  for (int i = 0; i < p.count; i++)
    total += part[i];
  if (p.successor >= 0) {
    MPI_Recv(NULL, 0, MPI_INT, p.successor, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&total, 1, MPI_INT, p.successor, 1, MPI_COMM_WORLD);
  }
  return total;
}

int main(void) {
  begin();
  for (int kind = 0; kind < TOPOLOGIES; kind++) {
    struct topology t = topology_of(kind, size);
    struct place p = place_of(&t, rank);
    check_total(p, reduce(p));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
