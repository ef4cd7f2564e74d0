/* The message is sent before the window is made. */
#include "case.h"

int main(void) {
  int value = 1, *base;
  MPI_Win win;
  begin();
  if (rank == 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
