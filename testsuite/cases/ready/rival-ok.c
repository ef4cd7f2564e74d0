/* A receive for each message is posted before, or the other one is sent once the ready send has
 * been received, or with another tag. */
/* case: ranks=3 */
#include "hidden.h"

#define ANY(value, tag, request)                                                               \
  MPI_Irecv(value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, request)

int main(void) {
  int value[4] = {1, 2};
  MPI_Request request[4];
  begin();
  hidden_begin();
  if (rank == 0) {
    ANY(&value[0], 7, &request[0]);
    ANY(&value[1], MPI_ANY_TAG, &request[1]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    ANY(&value[2], 8, &request[2]);
  } else if (rank == 1) {
    MPI_Rsend(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  } else {
    hidden_wait();
    MPI_Send(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    ANY(&value[3], 9, &request[3]);
    MPI_Wait(&request[2], MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 2, 5, MPI_COMM_WORLD);
    MPI_Wait(&request[3], MPI_STATUS_IGNORE);
    ANY(&value[3], 8, &request[3]);
    MPI_Wait(&request[3], MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Rsend(value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  } else {
    MPI_Send(value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
