/* Two receives of different types, which have different tags. */
/* case: ranks=3 options="--message-races" */
#include "case.h"

int main(void) {
  int n = 1;
  float x = 2;
  begin();
  if (rank == 0) {
    MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&x, 1, MPI_FLOAT, 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(&n, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  } else {
    MPI_Send(&x, 1, MPI_FLOAT, 0, 4, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
