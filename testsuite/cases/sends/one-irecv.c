/* It is enough that one of the two posts its receive before it sends. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  for (int i = 0; i < 3; i++) {
    if (rank)
      MPI_Irecv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
    if (rank)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    else
      MPI_Recv(&other, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
