/* A flag is put under an exclusive lock before the data. Who waits for it gets something else
 * under the same lock. */
/* case: ranks=3 */
#include "locked.h"

static int raised(MPI_Win win) {
  int flag, other;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Get(&flag, 1, MPI_INT, 1, FLAG, 1, MPI_INT, win);
  MPI_Get(&other, 1, MPI_INT, 1, FLAG + 3, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  return flag;
}

int main(void) {
  int *memory, value = 3, got;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    flag_put(1, 1, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_unlock(1, win);
  } else if (rank == 2) {
    while (!raised(win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* site: rma-race */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
