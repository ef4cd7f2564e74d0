/* A flag is stored by its owner under an exclusive lock before the data, and got until it is
 * raised. */
/* case: levels=mpi,pages,compiled */
#include "locked.h"

int main(void) {
  int *memory, got;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    STORE(memory[FLAG], 1);
    MPI_Win_unlock(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    STORE(memory[DATA], 3); /* site: rma-local-race */
    MPI_Win_unlock(0, win);
  } else {
    while (!flag_get(MPI_LOCK_EXCLUSIVE, 0, win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&got, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
