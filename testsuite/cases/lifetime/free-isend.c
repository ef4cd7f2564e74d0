/* A buffer is freed between the send from it and its wait. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  int *buffer = calloc(100, sizeof *buffer), got[100];
  MPI_Request request;
  if (rank == 0) {
    MPI_Isend(buffer, 99, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-freed */
    free(buffer); /* expect: buffer-freed */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(got, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
  }
  MPI_Finalize();
}
