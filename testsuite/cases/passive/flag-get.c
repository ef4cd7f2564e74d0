/* A flag is put under an exclusive lock before the data, and got by a third process until it is
 * raised. */
/* case: ranks=3 */
#include "locked.h"

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
    while (!flag_get(MPI_LOCK_SHARED, 1, win))
      ;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* site: rma-race */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
