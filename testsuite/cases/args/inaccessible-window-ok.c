/* The window is as large as its memory, and its end is accessed. */
#include "hole.h"

int main(void) {
  MPI_Win win;
  begin();
  int *memory = before_hole(), value[8] = {0};
  MPI_Win_create(memory, BEFORE, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(value, 8, MPI_INT, 1, HOLE_INTS - 8, 8, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
