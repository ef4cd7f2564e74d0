/* Accumulates of one origin to one place are ordered, whatever they do. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, w = 2, old;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);
    MPI_Fetch_and_op(&v, &old, MPI_INT, 1, 0, MPI_REPLACE, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &w, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
