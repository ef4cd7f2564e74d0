/* Rank 0 sends to rank 1, which waits for it. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
