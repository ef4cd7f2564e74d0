/* A buffer is reallocated after the wait for the receive into it. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  int *buffer = calloc(31, sizeof *buffer);
  MPI_Request request;
  MPI_Irecv(buffer, 31, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  buffer = realloc(buffer, 100 * sizeof *buffer);
  free(buffer);
  MPI_Finalize();
}
