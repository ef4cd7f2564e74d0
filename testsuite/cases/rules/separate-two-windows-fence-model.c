/* Puts to two places through two windows on one memory, in one epoch. */
/* case: options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Win other;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-race */
  else
    MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, other); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
