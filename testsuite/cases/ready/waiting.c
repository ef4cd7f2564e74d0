/* The receiver waits in a receive that it may or may not have posted when the ready send
 * starts. All messages before are received in the order in which they are sent. */
/* case: ranks=3 */
#include "hidden.h"

int main(void) {
  int value = 1, sum = 0;
  begin();
  hidden_begin();
  for (int i = 0; i < 20; i++) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 3, &value, 1, MPI_INT, i % 2 ? from : MPI_ANY_SOURCE, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    hidden_signal();
    MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, /* site: rsend-unordered */
             MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hidden_wait();
    usleep(200000);
    MPI_Rsend(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD); /* expect: rsend-unordered */
  }
  MPI_Finalize();
}
