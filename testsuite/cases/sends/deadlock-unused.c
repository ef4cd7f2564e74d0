/* A rank waits in a barrier for one that never communicates. */
/* case: options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  begin();
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD); /* expect: deadlock */
  MPI_Finalize();
}
