/* Accumulates all elements of an allocated window. */
#include "case.h"

int main(void) {
  int *memory, values[5] = {1, 1, 1, 1, 1};
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(values, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
