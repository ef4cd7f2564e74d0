/* Starts an access epoch while a target is locked. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    int error = MPI_Win_start(MPI_GROUP_EMPTY, 0, win); /* expect: access-epoch-overlap */
    if (error == MPI_SUCCESS)
      MPI_Win_complete(win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
