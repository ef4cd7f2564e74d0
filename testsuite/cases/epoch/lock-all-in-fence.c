/* Locks all while a fence epoch that holds a get is open. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0) {
    int error = MPI_Win_lock_all(0, win); /* expect: access-epoch-overlap */
    if (error == MPI_SUCCESS)
      MPI_Win_unlock_all(win);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
