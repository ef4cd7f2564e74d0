/* Startall of ready sends after Startall of their receives. */
#include "case.h"

int main(void) {
  int value[2] = {1, 2};
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    if (rank == 0)
      MPI_Rsend_init(&value[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
    else
      MPI_Recv_init(&value[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request[i]);
  if (rank == 1) {
    MPI_Startall(2, request);
    MPI_Send(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Startall(2, request);
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  MPI_Finalize();
}
