/* A rank waits in a broadcast for its root, which has come to its end. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD); /* expect: deadlock */
  else
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
