/* Locks with NOCHECK where nobody else holds a lock that conflicts. */
#include "case.h"

int main(void) {
  ALIGNED int memory[2] = {0}, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int turn = 0; turn < 2; turn++) {
    if (turn == rank) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
