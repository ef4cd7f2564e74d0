/* The owner loads after MPI_Win_wait. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Group owner;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  owner = only(1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_post(owner, 0, win);
    MPI_Win_start(owner, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    LOAD(seen, memory[0]);
  }
  MPI_Group_free(&owner);
  MPI_Win_free(&win);
  MPI_Finalize();
}
