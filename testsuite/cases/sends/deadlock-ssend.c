/* Both ranks send in synchronous mode before they receive. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: deadlock */
    MPI_Recv(&other, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Ssend(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD); /* site: deadlock */
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
