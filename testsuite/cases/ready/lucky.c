/* A ready send after its receive in this run; no MPI call makes it wait for that. */
#include "hidden.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0) {
    hidden_wait();
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-unordered */
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request); /* site: rsend-unordered */
    hidden_signal();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
