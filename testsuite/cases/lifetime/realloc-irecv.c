/* A buffer is reallocated between the receive into it and its wait. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  int *buffer = calloc(31, sizeof *buffer);
  MPI_Request request;
  MPI_Irecv(buffer, 31, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); /* site: buffer-freed */
  buffer = realloc(buffer, 100 * sizeof *buffer); /* expect: buffer-freed */
  MPI_Send(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(buffer);
  MPI_Finalize();
}
