/* A barrier between the post of the receive and the ready send. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 1)
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
