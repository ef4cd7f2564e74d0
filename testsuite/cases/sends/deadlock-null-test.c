/* Each rank tests in a loop whether all of three operations are complete, of which one has no
 * source. The tag of the other receive is not that of the send. */
/* case: options="--timeout=18" levels=mpi,compiled status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int in, none, done = 0;
  MPI_Request request[3];
  begin();
  MPI_Recv_init(&in, 1, MPI_INT, !rank, 6, MPI_COMM_WORLD, &request[0]);
  MPI_Send_init(&rank, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  MPI_Recv_init(&none, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &request[2]);
  MPI_Startall(3, request);
  while (!done)
    if (rank == 0)
      MPI_Testall(3, request, &done, MPI_STATUSES_IGNORE); /* expect: deadlock */
    else
      MPI_Testall(3, request, &done, MPI_STATUSES_IGNORE); /* site: deadlock */
  for (int i = 0; i < 3; i++)
    MPI_Request_free(&request[i]);
  MPI_Finalize();
}
