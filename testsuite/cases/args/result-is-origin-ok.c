/* Gives each fetching call an origin and a result of their own. */
#include "case.h"

int main(void) {
  int *memory, one[4] = {1, 1, 1, 1}, zero = 0;
  int old[4];
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get_accumulate(&one[0], 1, MPI_INT, &old[0], 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM,
                       win);
    MPI_Fetch_and_op(&one[1], &old[1], MPI_INT, 1, 1, MPI_SUM, win);
    MPI_Compare_and_swap(&one[2], &zero, &old[2], MPI_INT, 1, 2, win);
    MPI_Rget_accumulate(&one[3], 1, MPI_INT, &old[3], 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_SUM,
                        win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
