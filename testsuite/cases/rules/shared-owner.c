/* A store by the owner and a load by the other process, with nothing in between. */
#include "case.h"

int main(void) {
  int unit, *mine, *theirs, seen = 0;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_lock_all(0, win);
  if (rank == 1)
    STORE(mine[0], 2); /* site: shared-race */
  if (rank == 0)
    LOAD(seen, theirs[0]); /* expect: shared-race */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
