/* A fetch-and-op and a get from two origins to one place with a barrier before the flush of the
 * first. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&v, &old, MPI_INT, 0, 0, MPI_SUM, win); /* expect: rma-race */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_flush(0, win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* site: rma-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
