/* Both ranks test without a pause for a message that the other one sends after its loop. */
/* case: options="--timeout=18" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value, flag = 0;
  MPI_Request request;
  begin();
  MPI_Irecv(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request);
  while (!flag)
    if (rank)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE); /* site: deadlock */
    else
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE); /* expect: deadlock */
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
