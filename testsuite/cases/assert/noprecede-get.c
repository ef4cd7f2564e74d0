/* Asserts NOPRECEDE at a fence that has to complete a get and a fetch_and_op. */
#include "case.h"

int main(void) {
  int *memory, one = 1, got, old;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* site: noprecede-violated */
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 1, MPI_SUM, win);
  }
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win); /* expect: noprecede-violated */
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
