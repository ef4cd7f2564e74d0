/* A window is locked by a copy of its handle after it was freed. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win, copy;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Win_allocate(20, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  errors_return(win);
  copy = win;
  MPI_Win_free(&win); /* site: window-stale */
  if (rank == 0)
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, copy); /* expect: window-stale */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
