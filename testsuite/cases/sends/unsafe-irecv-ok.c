/* The receives are posted before the sends. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
