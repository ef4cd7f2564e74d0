/* A reduction by persistent requests, ready in the sends, started again and again. */
/* case: ranks=4 */
#include "reduction.h"

static int reduce(struct place p) {
  int total = 0, part[SLOTS];
  MPI_Request req[SLOTS], send = MPI_REQUEST_NULL;
  for (int i = 0; i < p.count; i++)
    MPI_Recv_init(&part[i], 1, MPI_INT, p.predecessor[i], 1, MPI_COMM_WORLD, &req[i]);
  if (p.successor >= 0)
    MPI_Rsend_init(&total, 1, MPI_INT, p.successor, 1, MPI_COMM_WORLD, &send);
  for (int round = 0; round < 3; round++) {
    total = rank + 1;
    MPI_Startall(p.count, req);
    for (int i = 0; i < p.count; i++)
      MPI_Send(NULL, 0, MPI_INT, p.predecessor[i], 2, MPI_COMM_WORLD);
    MPI_Waitall(p.count, req, MPI_STATUSES_IGNORE);
    for (int i = 0; i < p.count; i++)
      total += part[i];
    if (p.successor >= 0) {
      MPI_Recv(NULL, 0, MPI_INT, p.successor, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Start(&send);
      MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
  }
  for (int i = 0; i < p.count; i++)
    MPI_Request_free(&req[i]);
  if (p.successor >= 0)
    MPI_Request_free(&send);
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
