/* Small sends by one handle, which is copied: it is known that one is lost, but not which. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request one, request[2];
  begin();
  if (rank == 0) {
    MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &one); /* expect: request-lost */
    request[0] = one;
    MPI_Isend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &one); /* site-mpich: request-lost */
    request[1] = one;
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  } else {
    for (int i = 0; i < 2; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
