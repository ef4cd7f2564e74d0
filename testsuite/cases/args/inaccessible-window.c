/* Rank 1 has less memory than it says the window has. */
/* case: status=crashed */
#include "hole.h"

int main(void) {
  MPI_Win win;
  begin();
  int *memory = before_hole(), value[8] = {0};
  MPI_Win_create(memory, BEFORE + 64, 4, MPI_INFO_NULL, /* expect: buffer-inaccessible */
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(value, 8, MPI_INT, 1, HOLE_INTS - 4, 8, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
