/* Calls fence while a target is locked. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Win_fence(0, win); /* expect: fence-in-epoch */
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
