/* The request of a receive is overwritten by that of another one and never completed. */
#include "case.h"

int main(void) {
  int value[2], other = !rank;
  MPI_Request request;
  begin();
  other = !rank;
  MPI_Irecv(&value[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, /* expect: request-lost */
            &request);
  MPI_Irecv(&value[1], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
