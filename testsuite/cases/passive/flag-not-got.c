/* A flag is put under an exclusive lock; who needs the data only puts to that place later. */
/* case: ranks=3 */
#include "locked.h"

int main(void) {
  int *memory, value = 3, got;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_unlock(1, win);
    flag_put(1, 1, win);
    hidden_signal();
  } else if (rank == 2) {
    hidden_wait();
    flag_put(2, 1, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* site: rma-race */
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
