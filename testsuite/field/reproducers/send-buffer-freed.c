/* A pool of buffers is freed while messages in it are still being sent; their requests are never
 * completed. Ray. */
#include "case.h"

int main(void) {
  char *pool = calloc(1, 4000);
  int got;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(pool, 4000, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request); /* expect: request-lost */
    free(pool); /* expect: buffer-freed */
  } else {
    MPI_Recv(pool, 4000, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Reduce(&rank, &got, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
