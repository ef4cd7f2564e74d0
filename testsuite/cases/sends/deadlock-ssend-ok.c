/* One rank sends first, the other one receives first. */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  if (rank == 0) {
    MPI_Ssend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ssend(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
