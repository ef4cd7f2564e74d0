/* Accumulates more elements than the target's count, and fetches more than the result's. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, ones[4] = {1, 1, 1, 1}, old[4];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(ones, 4, MPI_INT, 1, 0, 3, MPI_INT, MPI_SUM, win); /* expect: rma-truncate */
    MPI_Get_accumulate(ones, 4, MPI_INT, old, 3, MPI_INT, 1,          // expect: rma-truncate
                       4, 4, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
