/* A buffer is freed, and then the request of the send that has it. SuperLU_DIST. */
#include "case.h"

int main(void) {
  double *part = calloc(400, sizeof(double)), sum;
  MPI_Request request = MPI_REQUEST_NULL;
  begin();
  if (rank == 0) {
    MPI_Isend(part, 400, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-freed */
  } else {
    MPI_Recv(part, 400, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum = part[0];
  }
  MPI_Bcast(&sum, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  free(part); /* expect: buffer-freed */
  if (rank == 0)
    MPI_Request_free(&request);
  MPI_Finalize();
}
