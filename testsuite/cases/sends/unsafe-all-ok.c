/* Of each two the one of the lower rank sends first. */
/* case: ranks=4 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  for (int low = 0; low < size; low++)
    for (int high = low + 1; high < size; high++) {
      if (rank == low)
        MPI_Send(&value, 1, MPI_INT, high, 3, MPI_COMM_WORLD);
      if (rank == low || rank == high)
        MPI_Recv(&other, 1, MPI_INT, low + high - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank == high)
        MPI_Send(&value, 1, MPI_INT, low, 3, MPI_COMM_WORLD);
    }
  MPI_Finalize();
}
