/* Updates a window by every accumulate call although NOPUT was asserted for it. */
#include "case.h"

int main(void) {
  int *memory, one = 1, zero = 0, old[4];
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_fence(MPI_MODE_NOPUT, win); /* site: noput-violated */
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, // expect: noput-violated
                   MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[1], 1, // expect: noput-violated
                       MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &old[2], MPI_INT, 1, 2, MPI_SUM, win); /* expect: noput-violated */
    MPI_Compare_and_swap(&one, &zero, &old[3],                    // expect: noput-violated
                         MPI_INT, 1, 3, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
