/* Locks with a lock type that does not exist. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  if (rank == 0) {
    if (MPI_Win_lock(12345, 1, 0, win) == MPI_SUCCESS) /* expect: lock-type-invalid */
      MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
