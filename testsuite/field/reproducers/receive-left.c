/* A receive for messages that may come is neither completed nor cancelled at the end, and its buffer is
 * freed. mplrs. */
#include "case.h"

int main(void) {
  int *message = calloc(10, sizeof(int));
  MPI_Request request;
  begin();
  if (rank == 1)
    MPI_Irecv(message, 10, MPI_INT, 0, 9, MPI_COMM_WORLD, &request); /* expect: request-lost */
  MPI_Barrier(MPI_COMM_WORLD);
  free(message); /* expect: buffer-freed */
  MPI_Finalize();
}
