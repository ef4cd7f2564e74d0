/* The buffer of a send that is under way receives the partner's message. sendrecv3 of MPICH's tests. */
#include "case.h"

int main(void) {
  int *buffer = calloc(1000, sizeof(int));
  MPI_Request request;
  begin();
  MPI_Isend(buffer, 1000, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
  MPI_Recv(buffer, 1000, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(buffer);
  MPI_Finalize();
}
