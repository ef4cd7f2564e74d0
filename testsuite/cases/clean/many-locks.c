/* Holds locks on several targets at a time and releases them in another order. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[3] = {0}, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int target = 0; target < size; target++)
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  for (int target = size - 1; target >= 0; target--)
    MPI_Put(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock(1, win);
  MPI_Win_unlock(0, win);
  MPI_Win_unlock(2, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
