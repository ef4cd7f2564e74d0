/* Gets through two windows from one memory. */
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
    MPI_Get(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  else
    MPI_Get(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, other);
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, other);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
