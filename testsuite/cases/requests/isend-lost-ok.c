/* A send by request is completed in a loop of MPI_Test; another is freed, which is
 * allowed for sends. */
#include "case.h"

int main(void) {
  int value, done = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Isend(&size, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
