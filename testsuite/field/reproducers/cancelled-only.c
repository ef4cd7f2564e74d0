/* A receive is cancelled and not completed, and its buffer is freed. ABySS. */
#include "case.h"

int main(void) {
  int *message = calloc(10, sizeof(int));
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(message, 10, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* expect: request-lost */
    MPI_Cancel(&request);
  }
  free(message); /* expect: buffer-freed */
  MPI_Finalize();
}
