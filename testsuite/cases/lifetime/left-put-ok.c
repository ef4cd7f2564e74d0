/* The origin of a put is a variable of a function that is left when the put is complete. */
/* case: levels=mpi,pages,compiled */
#include "case.h"

__attribute__((noinline)) static void put(MPI_Win win, int value) {
  ALIGNED int origin[5] = {value, value};
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(origin + 1, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    put(win, 3);
    put(win, 4);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
