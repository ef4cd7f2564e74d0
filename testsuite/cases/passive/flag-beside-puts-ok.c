/* A flag is put under an exclusive lock after the data, together with other values. */
/* case: ranks=3 */
#include "locked.h"

static int raised(MPI_Win win) {
  return flag_get(MPI_LOCK_SHARED, 1, win);
}

int main(void) {
  int *memory, value = 3, got;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, FLAG, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 1, FLAG + 3, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else if (rank == 2) {
    while (!raised(win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
