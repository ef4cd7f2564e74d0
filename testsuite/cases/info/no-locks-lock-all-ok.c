/* Locks all targets of a window that was allocated with no_locks set to false. */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Info info;
  begin();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "false");
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, info, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  int error = MPI_Win_lock_all(0, win);
  if (error == MPI_SUCCESS) {
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Finalize();
}
