/* The receive of a ready send is completed after a barrier. */
#include "case.h"

int main(void) {
  int value = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  begin();
  if (rank == 1)
    MPI_Irecv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Rsend(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
