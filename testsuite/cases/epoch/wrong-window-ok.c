/* Locks the window that the put goes through. */
#include "case.h"

int main(void) {
  ALIGNED int here = 0, there = 0, value = 1;
  MPI_Win one, other;
  begin();
  MPI_Win_create(&here, sizeof here, sizeof here, MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(&there, sizeof there, sizeof there, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  errors_return(one);
  errors_return(other);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, other);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
