/* A buffer is freed after the wait for the send from it; another one before. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  int *buffer = calloc(100, sizeof *buffer), *other = calloc(33, sizeof *other), got[100];
  MPI_Request request;
  if (rank == 0) {
    MPI_Isend(buffer, 99, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    free(other);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(got, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(other);
  }
  free(buffer);
  MPI_Finalize();
}
