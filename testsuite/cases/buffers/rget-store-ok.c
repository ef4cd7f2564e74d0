/* A get with a request whose result is overwritten after the wait. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req);
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    STORE(v, 2);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
