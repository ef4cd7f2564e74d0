/* Both ranks complete their receives before they send. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value[2];
  MPI_Request request[2];
  begin();
  MPI_Irecv(&value[0], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(&value[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &request[1]);
  if (rank == 0)
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  else
    MPI_Wait(&request[0], MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, !rank, 4, MPI_COMM_WORLD);
  MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  MPI_Finalize();
}
