/* Both processes count a variable of one of them down and wait until atomic reads see 0. */
/* case: options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, minus = -1, left;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    STORE(memory[0], 2);
    MPI_Win_sync(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Accumulate(&minus, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  do {
    MPI_Get_accumulate(NULL, 0, MPI_INT, &left, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  } while (left != 0);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
