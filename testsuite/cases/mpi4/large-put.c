/* Two origins put into one place by calls with large counts. */
/* case: ranks=3 needs=MPI_Put_c */
#include "case.h"

int main(void) {
  int *memory, value = 7;
  MPI_Win win;
  begin();
  MPI_Win_allocate_c(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    MPI_Put_c(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* expect: rma-race */
  else if (rank == 2)
    MPI_Accumulate_c(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); /* site: rma-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
