/* The first receive is over before any other one is posted, and takes any message: if it takes
 * the one of rank 3, that of rank 1 takes the receive of the ready send. */
/* case: ranks=4 */
#include "hidden.h"

int main(void) {
  int value[3] = {1, 2, 3};
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Recv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, /* site: rsend-unordered */
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Irecv(&value[1], 1, MPI_INT, MPI_ANY_SOURCE, 5, /* site: rsend-unordered */
              MPI_COMM_WORLD, &request);
    MPI_Send(value, 1, MPI_INT, 2, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(&value[2], 1, MPI_INT, 3, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(&value[0], 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD); /* expect: rsend-unordered */
  } else {
    hidden_wait();
    MPI_Send(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
