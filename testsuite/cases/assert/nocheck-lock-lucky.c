/* Two locks that exclude each other, with NOCHECK: one comes after the other by luck only. */
/* case: ranks=3 exit=0 */
#include "case.h"
#include "hidden.h"

int main(void) {
  ALIGNED int memory[5] = {0}, value = 1;
  MPI_Win win;
  begin();
  hidden_begin();
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, MPI_MODE_NOCHECK, win);
    MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win); /* expect: nocheck-unordered */
    MPI_Win_unlock(2, win);
    hidden_signal();
  }
  if (rank == 1) {
    hidden_wait();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, MPI_MODE_NOCHECK, win);
    MPI_Put(&value, 1, MPI_INT, 2, 3, 1, MPI_INT, win); /* site: nocheck-unordered */
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
