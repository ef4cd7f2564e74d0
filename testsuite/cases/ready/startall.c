/* Startall of ready sends whose receives are posted by luck. */
#include "hidden.h"

int main(void) {
  int value[2] = {1, 2};
  MPI_Request request[2];
  begin();
  hidden_begin();
  for (int i = 0; i < 2; i++)
    if (rank == 0)
      MPI_Rsend_init(&value[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
    else
      MPI_Recv_init(&value[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request[i]);
  if (rank == 0) {
    hidden_wait();
    MPI_Startall(2, request); /* expect: rsend-unordered */
  } else {
    MPI_Startall(2, request); /* site: rsend-unordered */
    hidden_signal();
  }
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Request_free(&request[0]);
  MPI_Request_free(&request[1]);
  MPI_Finalize();
}
