/* A flag is put under an exclusive lock after the data, and loaded by its owner until it is
 * raised. */
/* case: levels=mpi,pages,compiled */
#include "locked.h"

int main(void) {
  int *memory, value = 3;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    flag_put(1, 1, win);
  } else {
    while (!flag_load(memory, win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    LOAD(value, memory[DATA]);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
