/* One rank sends first, the other one receives first. */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  for (int i = 0; i < 3; i++) {
    if (rank == 0)
      MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
      MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
