/* Two origins put under exclusive locks of two windows on one memory. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Win other;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win use = rank == 0 ? win : other;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, use);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, use); /* expect: rma-race */
  else
    MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, use); /* site: rma-race */
  MPI_Win_unlock(0, use);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
