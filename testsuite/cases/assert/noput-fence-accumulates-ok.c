/* Reads a window by get and by no-op accumulates while NOPUT is asserted for it. */
#include "case.h"

int main(void) {
  int *memory, one = 1, zero = 0, old[4];
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_fence(MPI_MODE_NOPUT, win);
  if (rank == 0) {
    MPI_Get(&old[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[1], 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Fetch_and_op(&zero, &old[2], MPI_INT, 1, 2, MPI_NO_OP, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
