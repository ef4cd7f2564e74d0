/* Accumulates of two types of one origin to one place: nothing orders them. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  float f = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); /* site: accumulate-race */
    MPI_Accumulate(&f, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, MPI_SUM,   // expect: accumulate-race
                   win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
