/* Each rank starts receives of which some have no source. The tag of the other one is that of
 * the send. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int in, none[2];
  MPI_Request request[4];
  begin();
  MPI_Recv_init(&in, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[0]);
  MPI_Send_init(&rank, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  MPI_Recv_init(&none[0], 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request[2]);
  MPI_Ssend_init(&none[1], 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request[3]);
  MPI_Startall(4, request);
  if (rank == 0)
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  else
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 4; i++)
    MPI_Request_free(&request[i]);
  MPI_Finalize();
}
