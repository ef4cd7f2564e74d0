/* Each receive names its source. */
/* case: ranks=3 options="--message-races" */
#include "hidden.h"

int main(void) {
  int value = 1;
  begin();
  hidden_begin();
  if (rank == 2)
    hidden_wait();
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Recv(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
