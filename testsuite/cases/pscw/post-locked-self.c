/* Exposes the own window while this process holds a lock on it. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    int error = MPI_Win_post(MPI_GROUP_EMPTY, 0, win); /* expect: locked-and-exposed */
    if (error == MPI_SUCCESS)
      MPI_Win_wait(win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
