/* The synchronous send ends only when the receive has taken it; after that the other rank sends. */
/* case: ranks=3 options="--message-races" */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  for (int i = 0; i < 20; i++) {
    if (rank == 0) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Ssend(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
      MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
