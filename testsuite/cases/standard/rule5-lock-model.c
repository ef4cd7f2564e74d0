/* Rule 5: the owner stores under a lock, another process gets after a barrier. */
/* case: levels=mpi,compiled options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int x[4] = {0}, v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    STORE(x[0], 2);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    printf("%d\n", v);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
