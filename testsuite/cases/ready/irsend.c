/* MPI_Irsend before the receive is posted. */
#include "hidden.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0) {
    MPI_Irsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, /* expect: rsend-before-recv */
               &request);
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request); /* site: rsend-before-recv */
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
