/* A ready send over an inter-communicator; its receive was posted by luck. */
#include "hidden.h"

int main(void) {
  int value = 1;
  MPI_Comm half, inter;
  MPI_Request request;
  begin();
  hidden_begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !rank, 5, &inter);
  if (rank == 0) {
    hidden_wait();
    MPI_Rsend(&value, 1, MPI_INT, 0, 7, inter); /* expect: rsend-unordered */
  } else {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, inter, &request); /* site: rsend-unordered */
    hidden_signal();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
