/* The message that the ready send's own rank sends first takes the receive from any rank, unless
 * another rank's comes before: then it takes that of the ready send. */
/* case: ranks=3 */
#include "hidden.h"

int main(void) {
  int value[3] = {1, 2, 3};
  MPI_Request request[2];
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, /* site: rsend-unordered */
              &request[0]);
    MPI_Irecv(&value[1], 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, /* site: rsend-unordered */
              &request[1]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    hidden_signal();
    MPI_Recv(&value[2], 1, MPI_INT, 2, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    MPI_Rsend(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD); /* expect: rsend-unordered */
  } else {
    hidden_wait();
    MPI_Send(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
