/* A put and a store to two places of one window, a fence between. */
/* case: options="--memory-model=separate" */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[1], 2);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
