/* Shared memory: a flag is stored under an exclusive lock before the data, and loaded until it
 * is raised. */
/* Locks of shared memory sometimes hang in Open MPI 4.1, also without Fencepost. */
/* case: levels=pages,compiled mpi=mpich */
#include "case.h"

static int *shared(MPI_Win *win) {
  int *own, *memory, unit;
  MPI_Aint size;
  MPI_Win_allocate_shared(rank ? 0 : sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD,
                          &own, win);
  MPI_Win_shared_query(*win, 0, &size, &unit, &memory);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, *win);
    *memory = 0;
    MPI_Win_unlock(0, *win);
  }
  return memory;
}

int main(void) {
  int seen = 0, value;
  MPI_Win flags, win;
  begin();
  int *flag = shared(&flags), *data = shared(&win);
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, flags);
    STORE(*flag, 1);
    MPI_Win_unlock(0, flags);
    STORE(*data, 3); /* expect: shared-race */
    MPI_Win_sync(win);
  } else {
    while (!seen) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, flags);
      LOAD(seen, *flag);
      MPI_Win_unlock(0, flags);
    }
    MPI_Win_sync(win);
    LOAD(value, *data); /* site: shared-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&flags);
  MPI_Win_free(&win);
  MPI_Finalize();
}
