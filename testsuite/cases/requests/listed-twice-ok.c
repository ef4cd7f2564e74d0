/* Two waits are given the same list: the requests are null, or persistent and not active, then.
 */
#include "case.h"

int main(void) {
  int value, other;
  MPI_Request request[3];
  begin();
  if (rank == 0) {
    MPI_Send(&rank, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Recv_init(&other, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request[1]);
    MPI_Start(&request[1]);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    request[2] = request[1];
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request[1]);
  }
  MPI_Finalize();
}
