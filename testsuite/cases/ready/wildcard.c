/* A receive with wildcards takes the ready send of one rank; that of the other comes
 * before the next one is posted. */
/* case: ranks=3 */
#include "hidden.h"

int main(void) {
  int value = 1;
  MPI_Status status;
  MPI_Request request;
  begin();
  hidden_begin();
  if (rank == 0)
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Rsend(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Wait(&request, &status);
  if (rank == 0)
    MPI_Send(NULL, 0, MPI_INT, 2, 9, MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD); /* expect: rsend-before-recv */
    hidden_signal();
  }
  if (rank == 0) {
    hidden_wait();
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, /* site: rsend-before-recv */
             MPI_COMM_WORLD, &status);
  }
  MPI_Finalize();
}
