/* MPI_Startall of the persistent requests of an array only. */
#include "case.h"

int main(void) {
  int value[2];
  MPI_Request request[2];
  begin();
  MPI_Recv_init(&value[0], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(&value[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &request[1]);
  MPI_Startall(1, request);
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, !rank, 4, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Request_free(&request[0]);
  MPI_Finalize();
}
