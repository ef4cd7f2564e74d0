/* The same with MPI_Win_sync on both sides of the barrier. */
#include "case.h"

int main(void) {
  int unit, v = 0, *mine, *theirs;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    STORE(mine[0], 2);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0)
    LOAD(v, theirs[0]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
