/* A get with a request and a load of the target under another shared lock: no conflict. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Rget(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    LOAD(seen, memory[0]);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
