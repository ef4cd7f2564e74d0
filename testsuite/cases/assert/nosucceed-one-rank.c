/* Asserts NOSUCCEED at one of two processes only. */
#include "case.h"

int main(void) {
  ALIGNED int memory = 0, value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  if (rank == 0)
    MPI_Win_fence(0, win); /* site: fence-assert-mismatch */
  else
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win); /* expect: fence-assert-mismatch */
  MPI_Win_free(&win);
  MPI_Finalize();
}
