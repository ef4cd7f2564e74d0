/* Data is put under the same exclusive lock as the flag, and loaded under none. */
/* case: levels=mpi,pages,compiled */
#include "locked.h"

int main(void) {
  int *memory, value = 3, flag = 1;
  begin();
  MPI_Win win = locked_window(&memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);
    MPI_Put(&flag, 1, MPI_INT, 1, FLAG, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    while (!flag_load(memory, win))
      ;
    LOAD(value, memory[DATA]);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
