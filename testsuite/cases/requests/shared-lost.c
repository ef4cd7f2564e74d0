/* Two small sends by one variable and one wait: complete at once, they may have one handle, but
 * the first is never completed. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* expect: request-lost */
    MPI_Isend(&rank, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
