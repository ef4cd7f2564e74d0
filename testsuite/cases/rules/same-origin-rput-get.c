/* A put with a request and then a get of one origin after the wait for its request only. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, w = 2;
  MPI_Request req;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); /* site: rma-race */
    MPI_Wait(&req, MPI_STATUS_IGNORE);
    MPI_Get(&w, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
