/* Different calls at the same time, but on different communicators. */
/* case: ranks=4 */
#include "case.h"

int main(void) {
  int all[4];
  MPI_Comm half;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  if (rank % 2)
    MPI_Barrier(half);
  else
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, half);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
