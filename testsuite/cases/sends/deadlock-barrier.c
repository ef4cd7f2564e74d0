/* A rank waits in a barrier for one that waits for its message. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD); /* expect: deadlock */
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
