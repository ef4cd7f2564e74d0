/* A receive is freed when MPI_Request_get_status has said that it is complete. */
#include "case.h"

int main(void) {
  int value, done = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    while (!done)
      MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
