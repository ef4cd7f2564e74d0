/* Accumulates ints to floats. */
#include "case.h"

int main(void) {
  ALIGNED float memory = 0;
  int value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, // expect: accumulate-type-invalid
                   MPI_FLOAT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
