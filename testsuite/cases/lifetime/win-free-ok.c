/* The buffer of a receive is memory of a window that is freed after the wait. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  MPI_Request request;
  begin();
  MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Irecv(memory + 9, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Finalize();
}
