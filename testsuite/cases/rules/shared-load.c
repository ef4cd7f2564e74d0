/* A put to oneself and a load by the other rank of the shared memory, in one epoch. */
#include "case.h"

int main(void) {
  int v = 1, unit, *mine, *theirs, seen = 0;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    LOAD(seen, theirs[0]); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
