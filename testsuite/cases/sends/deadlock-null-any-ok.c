/* Each rank takes what is complete of three operations, of which one has no target, and then
 * waits for the receive. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int in, none, index;
  MPI_Request request[3];
  begin();
  MPI_Recv_init(&in, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[0]);
  MPI_Send_init(&rank, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  MPI_Send_init(&none, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request[2]);
  MPI_Startall(3, request);
  MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  MPI_Waitany(3, request, &index, MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Waitany(3, request, &index, MPI_STATUS_IGNORE);
  else
    MPI_Waitany(3, request, &index, MPI_STATUS_IGNORE);
  for (int i = 0; i < 3; i++)
    MPI_Request_free(&request[i]);
  MPI_Finalize();
}
