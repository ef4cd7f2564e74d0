/* With --raise the error handler that a window has at first ends the program: what comes after
 * is not found. */
/* case: options="--raise" status=any exit=any */
#include "case.h"

int main(void) {
  int value = 1, *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* site: rma-race */
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_unlock(0, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
