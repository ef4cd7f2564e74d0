/* Two origins put under exclusive locks of one window. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Win other;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win use = win;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, use);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, use);
  else
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, use);
  MPI_Win_unlock(0, use);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
