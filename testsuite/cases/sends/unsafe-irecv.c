/* Receives that do not block, but are posted after the sends. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request;
  begin();
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Irecv(&other, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, /* site: unsafe-send */
            MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
