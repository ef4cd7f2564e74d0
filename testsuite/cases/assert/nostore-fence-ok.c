/* Stores to its window, but a fence comes before the one that asserts NOSTORE. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 1) {
    STORE(memory[0], 1);
  }
  MPI_Win_fence(0, win);
  MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win);
  if (rank == 0)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
