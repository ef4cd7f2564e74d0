/* Calls MPI_Finalize while a target is locked. */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* expect: window-not-freed */
  errors_return(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win); /* site: finalize-in-epoch */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize(); /* expect: finalize-in-epoch */
}
