/* Fetches doubles into a result buffer of longs. */
#include "case.h"

int main(void) {
  ALIGNED double memory = 0;
  double value = 1;
  long old;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Get_accumulate(&value, 1, MPI_DOUBLE, &old, // expect: accumulate-type-invalid
                       1, MPI_LONG, 1, 0, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
