/* Two ranks wait for all of their operations, of different kinds; that of one was not started.
 */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value[2] = {0};
  MPI_Request request[2];
  begin();
  MPI_Irecv(&value[0], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Issend(&value[1], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, &request[1]);
  if (rank == 0)
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  else
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* site: deadlock */
  MPI_Send(&value[1], 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Recv(&value[0], 1, MPI_INT, !rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
