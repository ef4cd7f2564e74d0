/* The owner stores without a lock: the barrier does not publish the store. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  ALIGNED int x[4] = {0}, v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) {
    STORE(x[0], 2); /* site: separate-race */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Get(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: separate-race */
    MPI_Win_flush_local(1, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
