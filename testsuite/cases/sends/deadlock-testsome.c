/* Both ranks test in a loop for messages that the other one sends after its loop. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "hidden.h"

int main(void) {
  int value[2], count = 0, indices[2];
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &request[i]);
  while (!count) {
    usleep(100);
    if (rank)
      MPI_Testany(2, request, indices, &count, MPI_STATUS_IGNORE); /* site: deadlock */
    else
      MPI_Testsome(2, request, &count, indices, MPI_STATUSES_IGNORE); /* expect: deadlock */
  }
  for (int i = 0; i < 2; i++)
    MPI_Send(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
