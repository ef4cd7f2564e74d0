/* A token is a variable of a function that returns while it is being sent, and nobody waits for it.
 * adios_mpi_lustre_open of ADIOS. */
#include "case.h"

__attribute__((noinline)) static void pass_on(MPI_Request *request) {
  int token = 0, to = rank + 1;
  MPI_Isend(&token, 1, MPI_INT, to, 0, MPI_COMM_WORLD, request); /* expect: request-lost */ /* expect: buffer-freed */
}

int main(void) {
  MPI_Request request;
  int token;
  begin();
  if (rank > 0)
    MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank < size - 1)
    pass_on(&request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
