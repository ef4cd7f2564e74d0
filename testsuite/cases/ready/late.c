/* A ready send whose receive is posted after it has started. */
#include "hidden.h"

int main(void) {
  int value = 1;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-before-recv */
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, /* site: rsend-before-recv */
             MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
