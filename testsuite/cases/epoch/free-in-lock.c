/* Frees the window while a target is locked. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win); /* site: free-in-epoch */
  if (MPI_Win_free(&win) != MPI_SUCCESS) {         /* expect: free-in-epoch */
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_free(&win);
  }
  MPI_Finalize();
}
