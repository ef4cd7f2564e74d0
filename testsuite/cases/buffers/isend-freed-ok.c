/* The request of a send is freed; its buffer is read, and stored to when a message, also one by
 * another rank, or a barrier tells that the message was received. */
/* case: levels=mpi,compiled ranks=3 */
#include "case.h"

static int value = 1, got;

static void isend(void) {
  MPI_Request request;
  MPI_Isend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
}

static void await(int from) {
  MPI_Recv(&got, 1, MPI_INT, from, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(void) {
  int other;
  MPI_Request request;
  begin();
  for (int i = 0; i < 4; i++) {
    if (rank == 0 && i < 3) {
      isend();
      LOAD(other, value);
    } else if (rank == 0) { /* answered before the request is freed */
      MPI_Issend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
      await(1);
      MPI_Request_free(&request);
    } else if (rank == 1) {
      MPI_Recv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (i != 1)
        MPI_Send(&got, 1, MPI_INT, i ? 0 : 2, 4, MPI_COMM_WORLD);
    }
    if (rank == 2 && i == 0) {
      await(1);
      MPI_Send(&got, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    }
    if (i == 1)
      MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && (i == 0 || i == 2))
      await(i ? 1 : 2);
    if (rank == 0)
      STORE(value, i);
  }
  MPI_Finalize();
}
