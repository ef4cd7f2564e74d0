/* A receive that is freed while it is active may take the ready send. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request;
  begin();
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request); /* site: receive-freed */
    MPI_Request_free(&request); /* expect: receive-freed */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
