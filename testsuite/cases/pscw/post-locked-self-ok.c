/* Exposes the own window after it has been unlocked. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Win_unlock(0, win);
    int error = MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    if (error == MPI_SUCCESS)
      MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
