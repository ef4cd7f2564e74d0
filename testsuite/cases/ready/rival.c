/* A receive from any rank is posted for the ready send of one; a message of another rank may come
 * first and take it. */
/* case: ranks=3 */
#include "hidden.h"

int main(void) {
  int value[2] = {1, 2};
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0)
    MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, /* site: rsend-unordered */
              &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    hidden_signal();
    MPI_Recv(&value[1], 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, /* site: rsend-unordered */
             MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Rsend(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD); /* expect: rsend-unordered */
  } else {
    hidden_wait();
    MPI_Send(value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
