/* A send by request that no call completes. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Isend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* expect: request-lost */
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
