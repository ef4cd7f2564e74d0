/* Rank 0 sends to rank 2 what rank 1 waits for. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD); /* site: deadlock */
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* site: deadlock */
             MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD); /* expect: deadlock */
  MPI_Finalize();
}
