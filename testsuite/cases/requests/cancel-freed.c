/* Of two receives one is cancelled and the other one freed, which is active. */
#include "case.h"

int main(void) {
  int value, freed;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&freed, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]); /* site: receive-freed */
    MPI_Cancel(&request[0]);
    MPI_Request_free(&request[1]); /* expect: receive-freed */
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
