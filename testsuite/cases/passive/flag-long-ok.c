/* A flag is put under an exclusive lock after the data, when its owner has waited for it
 * long. */
/* case: ranks=2 */
#include "locked.h"

static void wait_for_flag(MPI_Win win) {
  int told = 0;
  for (int i = 0; !flag_get(MPI_LOCK_SHARED, 1, win); i++)
    if (i == 22000) {
      MPI_Send(&told, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      told = 1;
    }
}

int main(void) {
  int *memory, value = 3, got;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    flag_put(1, 1, win);
  } else {
    wait_for_flag(win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
