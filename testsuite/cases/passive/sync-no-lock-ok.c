/* Calls Win_sync while all targets are locked. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &memory, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
