/* The same with one more receive, which takes what the two others do not. */
/* case: ranks=3 */
#include "hidden.h"

int main(void) {
  int value[3] = {1, 2, 3};
  MPI_Request request[3];
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&value[1], 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &request[1]);
    MPI_Irecv(&value[2], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request[2]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    hidden_signal();
    MPI_Wait(&request[2], MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    MPI_Rsend(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  } else {
    hidden_wait();
    MPI_Send(value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
