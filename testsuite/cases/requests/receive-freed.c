/* An active receive is freed: nothing tells when its buffer can be used. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* site: receive-freed */
    MPI_Request_free(&request);                                    /* expect: receive-freed */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1)
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
