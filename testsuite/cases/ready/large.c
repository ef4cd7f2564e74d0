/* MPI_Rsend_c and MPI_Irsend_c before and after the post of their receives. */
/* case: needs=MPI_Send_c */
#include "hidden.h"

int main(void) {
  int value = 1, other = 2;
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 1)
    MPI_Irecv_c(&other, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rsend_c(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* expect: rsend-before-recv */
    MPI_Irsend_c(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &request);
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Recv_c(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, /* site: rsend-before-recv */
               MPI_STATUS_IGNORE);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
