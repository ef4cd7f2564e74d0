/* The operation is known to be complete, and its request is freed by a test or
 * MPI_Request_free. */
#include "case.h"

int main(void) {
  int value, flag = 0;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    while (!flag)
      MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    for (flag = 0; !flag;)
      MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
