/* The owner loads what the other one has stored into its memory. */
#include "case.h"

int main(void) {
  int unit, v = 0, *mine, *theirs;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    STORE(theirs[0], 3); /* expect: sync-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 1)
    LOAD(v, mine[0]); /* site: sync-missing */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
