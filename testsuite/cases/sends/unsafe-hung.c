/* Both ranks send before they receive, and then wait for each other. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD,  /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Recv(&other, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: deadlock */
  else
    MPI_Recv(&other, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Finalize();
}
