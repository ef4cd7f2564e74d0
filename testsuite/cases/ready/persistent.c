/* The second start of a persistent ready send comes before that of its receive. */
#include "hidden.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0)
    MPI_Rsend_init(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
  else
    MPI_Recv_init(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  if (rank == 1)
    MPI_Start(&request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank == 0) {
    MPI_Start(&request); /* expect: rsend-before-recv */
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Start(&request); /* site: rsend-before-recv */
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
