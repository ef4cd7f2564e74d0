/* Gets from an allocated window after the lock has been released. */
#include "case.h"

int main(void) {
  int *memory, first = 0, second = 0;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Get(&second, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* expect: op-outside-epoch */
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
