/* The receiver answers in MPI_Sendrecv: the message it sends there says nothing of its
 * receive. */
#include "hidden.h"

int main(void) {
  int value = 1, other;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Recv(&other, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hidden_wait();
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-unordered */
  } else {
    hidden_signal();
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 7, &other, 1, MPI_INT, 0, 7, /* site: rsend-unordered */
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
