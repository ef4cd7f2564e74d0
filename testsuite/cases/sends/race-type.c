/* Two receives of different types, of which the first does not name its source. */
/* case: ranks=3 options="--message-races" */
#include "hidden.h"

int main(void) {
  int n = 1;
  float x = 2;
  begin();
  hidden_begin();
  if (rank == 2)
    hidden_wait();
  if (rank == 0) {
    MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: message-luck */
             MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Recv(&x, 1, MPI_FLOAT, 2, 3, MPI_COMM_WORLD, /* site: message-luck */
             MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Send(&n, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  } else {
    MPI_Send(&x, 1, MPI_FLOAT, 0, 3, MPI_COMM_WORLD); /* site: message-luck */
  }
  MPI_Finalize();
}
