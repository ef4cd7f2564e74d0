/* Two fetch-and-ops with one result buffer. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  int old;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Fetch_and_op(&v, &old, MPI_INT, 1, 0, MPI_SUM, win); /* site: buffer-race */
    MPI_Fetch_and_op(&v, &old, MPI_INT, 1, 1, MPI_SUM, win); /* expect: buffer-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
