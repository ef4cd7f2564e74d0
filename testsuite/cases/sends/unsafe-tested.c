/* A send that MPI_Test has told of says nothing of those after a barrier. */
#include "case.h"

int main(void) {
  MPI_Request request;
  int value = 1, other, done = 0;
  begin();
  MPI_Isend(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request);
  while (!done)
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&value, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD); /* expect: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD,  /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  MPI_Finalize();
}
