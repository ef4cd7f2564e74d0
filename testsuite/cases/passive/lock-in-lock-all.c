/* Locks one target while all targets are locked. Open MPI takes that lock and then refuses the
 * unlock-all, so that the epoch stays open. */
/* case: mpi=mpich */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    int error = MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* expect: lock-twice */
    if (error == MPI_SUCCESS)
      MPI_Win_unlock(1, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
