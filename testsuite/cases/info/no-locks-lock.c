/* Locks a window that was created with no_locks. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_create(&memory, sizeof memory, sizeof memory, info, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    int error = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* expect: no-locks-violated */
    if (error == MPI_SUCCESS) {
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_unlock(1, win);
    }
  }
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
