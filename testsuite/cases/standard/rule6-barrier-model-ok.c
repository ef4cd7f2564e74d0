/* The owner loads under a lock. */
/* case: levels=mpi,compiled options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int x[4] = {0}, v = 1, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Win_unlock_all(win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    LOAD(seen, x[0]);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
