/* Small sends by one handle, which is copied; each copy is completed. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request one, request[2];
  begin();
  if (rank == 0) {
    MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &one);
    request[0] = one;
    MPI_Isend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &one);
    request[1] = one;
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    for (int i = 0; i < 2; i++)
      MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
