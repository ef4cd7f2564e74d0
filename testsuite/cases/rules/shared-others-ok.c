/* Stores of two processes in the memory of a third, under one exclusive lock. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int unit, *mine, *theirs;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 2, &bytes, &unit, &theirs);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank == 0)
    STORE(theirs[0], 1);
  else if (rank == 1)
    STORE(theirs[0], 2);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
