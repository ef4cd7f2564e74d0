/* The request of a send is freed, and its buffer is used again though nothing tells that the
 * message was received. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* site: buffer-race */
    MPI_Request_free(&request);
    STORE(value, 2); /* expect: buffer-race */
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
