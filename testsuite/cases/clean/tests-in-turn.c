/* A rank tests two requests in turn until either is complete. One of the others waits for it,
 * the other one is about to send when the run is ended. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "hidden.h"

int main(void) {
  int value[2] = {1}, flag = 0, i = 0;
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    for (i = 0; i < 2; i++)
      MPI_Irecv(&value[i], 1, MPI_INT, 1 + i, 3, MPI_COMM_WORLD, &request[i]);
    for (i = 0; !flag; i = !i) {
      MPI_Test(&request[i], &flag, MPI_STATUS_IGNORE);
      usleep(100);
    }
    MPI_Send(value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  } else {
    if (rank == 1)
      MPI_Recv(value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      sleep(20);
    MPI_Send(value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
