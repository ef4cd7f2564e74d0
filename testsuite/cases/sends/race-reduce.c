/* The receive is over before its process calls MPI_Reduce as the root. That does not keep the others
 * back, which may send before the root has come: only a barrier would. */
/* case: ranks=3 options="--message-races" */
#include "hidden.h"

int main(void) {
  int value = 1, sum;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: message-luck */
             MPI_STATUS_IGNORE);
    hidden_signal();
  }
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 2) {
    hidden_wait();
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD); /* site: message-luck */
  }
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, /* site: message-luck */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
