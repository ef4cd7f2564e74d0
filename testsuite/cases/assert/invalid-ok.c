/* Gives each synchronisation call the assertions that it knows, all of them kept. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_start(MPI_GROUP_EMPTY, MPI_MODE_NOCHECK, win);
  MPI_Win_complete(win);
  MPI_Win_post(MPI_GROUP_EMPTY, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win);
  MPI_Win_wait(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win);
  MPI_Win_unlock(1, win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_unlock_all(win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED,
                win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
