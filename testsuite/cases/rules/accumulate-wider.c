/* An accumulate of an int to the second half of a long long that is accumulated too. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  long long wide = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Accumulate(&wide, 1, MPI_LONG_LONG, 0, 0, 1, MPI_LONG_LONG, // expect: accumulate-race
                   MPI_SUM, win);
  else
    MPI_Accumulate(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win); /* site: accumulate-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
