/* A rank tests for a message in a loop and never begins the barrier that the sender waits for. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1, flag = 0;
  MPI_Request request;
  begin();
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    while (!flag)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE); /* site: deadlock */
  }
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: deadlock */
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
