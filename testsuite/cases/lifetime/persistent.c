/* The buffer of a persistent send is freed while it is active. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  begin();
  short *buffer = calloc(333, sizeof *buffer);
  MPI_Request request;
  if (rank == 0) {
    MPI_Send_init(buffer, 333, MPI_SHORT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request); /* site: buffer-freed */
    free(buffer); /* expect: buffer-freed */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  } else {
    MPI_Recv(buffer, 333, MPI_SHORT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(buffer);
  }
  MPI_Finalize();
}
