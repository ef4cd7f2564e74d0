/* Compares and swaps floating-point numbers. */
#include "case.h"

int main(void) {
  ALIGNED float memory = 0;
  float new = 1, compare = 0, old;
  MPI_Datatype type = MPI_FLOAT;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Compare_and_swap(&new, &compare, &old, type, 1, 0, win); /* expect: cas-type-invalid */
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
