/* Rule 6: the locks alone make it correct, whichever comes first. */
/* case: levels=mpi,compiled options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int x[4] = {0}, v = 1, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    LOAD(seen, x[0]);
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
