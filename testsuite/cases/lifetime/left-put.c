/* The origin of a put is a variable of a function that is left before the put is complete. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

__attribute__((noinline)) static void put(MPI_Win win, int value) {
  ALIGNED int origin[5] = {value, value};
  MPI_Put(origin + 1, 1, MPI_INT, 1, 2, 1, MPI_INT, win); /* expect: buffer-freed */
}

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    put(win, 3);
  MPI_Win_fence(0, win); /* site: buffer-freed */
  MPI_Win_free(&win);
  MPI_Finalize();
}
