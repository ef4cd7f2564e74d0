/* One is in a barrier where the other one gathers. */
/* case: options="--timeout=5" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int all[2];
  begin();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD); /* site: collective-mismatch */
  else
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); /* expect: collective-mismatch */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
