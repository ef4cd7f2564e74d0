/* Two ranks wait for a barrier that the third one does not begin before it has a message. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 2)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: deadlock */
             MPI_STATUS_IGNORE);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: deadlock */
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
