/* Two ranks wait for two operations at once, of which the third rank has begun the first only: it
 * begins the other one when it has a message. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1, sum = 0;
  MPI_Request request[2];
  begin();
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
  if (rank == 2)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: deadlock */
             MPI_STATUS_IGNORE);
  MPI_Ibarrier(MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
