/* With --raise the call that is to blame returns the class of the error. */
/* case: options="--raise" */
#include "case.h"

int main(void) {
  int value = 1, code, class = MPI_SUCCESS, *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);        /* site: rma-race */
    code = MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* expect: rma-race */
    if (!code)
      code = MPI_Win_unlock(0, win);
    else
      MPI_Win_unlock(0, win);
    MPI_Error_class(code, &class);
    if (class != MPI_ERR_RMA_CONFLICT)
      MPI_Abort(MPI_COMM_WORLD, 3);
    if (MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) || MPI_Win_unlock(0, win))
      MPI_Abort(MPI_COMM_WORLD, 4);
  }
  if (MPI_Win_free(&win) || win != MPI_WIN_NULL)
    MPI_Abort(MPI_COMM_WORLD, 5);
  MPI_Finalize();
}
