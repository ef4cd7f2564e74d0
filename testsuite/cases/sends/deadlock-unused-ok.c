/* Both come to the barrier, one of them late. */
/* case: options="--hang-timeout=1" */
#include "hidden.h"

int main(void) {
  begin();
  if (rank == 1)
    usleep(3000000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
