/* The origin buffer of a put is shorter than its count says. */
/* case: status=crashed */
#include "hole.h"

int main(void) {
  int *base;
  MPI_Win win;
  begin();
  int *memory = before_hole();
  MPI_Win_allocate(BEFORE * 2, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(memory, HOLE_INTS + 4, MPI_INT, 1, 0, /* expect: buffer-inaccessible */
            HOLE_INTS + 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
