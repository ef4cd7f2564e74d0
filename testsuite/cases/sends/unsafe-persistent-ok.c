/* Both are started before the wait. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request[2];
  begin();
  MPI_Send_init(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Recv_init(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[1]);
  for (int i = 0; i < 3; i++) {
    MPI_Startall(2, request);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  MPI_Finalize();
}
