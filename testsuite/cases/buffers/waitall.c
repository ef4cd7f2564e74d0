/* The results of two gets are loaded, one of them before the wait. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int w, seen;
  MPI_Request req[2];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req[0]);
    MPI_Rget(&w, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &req[1]); /* site: buffer-race */
    MPI_Wait(&req[0], MPI_STATUS_IGNORE);
    LOAD(seen, v);
    LOAD(seen, w); /* expect: buffer-race */
    MPI_Wait(&req[1], MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
