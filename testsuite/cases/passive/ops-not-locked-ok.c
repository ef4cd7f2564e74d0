/* Calls each of the ten operations on the target that is locked. */
#include "case.h"

int main(void) {
  int *memory, one = 1, zero = 0, old[6];
  int to = 1;
  MPI_Request req[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win win;
  begin();
  MPI_Win_allocate(12 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Get(&old[0], 1, MPI_INT, to, 1, 1, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, to, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[1], 1, MPI_INT, to, 3, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &old[2], MPI_INT, to, 4, MPI_SUM, win);
    MPI_Compare_and_swap(&one, &zero, &old[3], MPI_INT, to, 5, win);
    MPI_Rput(&one, 1, MPI_INT, to, 6, 1, MPI_INT, win, &req[0]);
    MPI_Rget(&old[4], 1, MPI_INT, to, 7, 1, MPI_INT, win, &req[1]);
    MPI_Raccumulate(&one, 1, MPI_INT, to, 8, 1, MPI_INT, MPI_SUM, win, &req[2]);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &old[5], 1, MPI_INT, to, 9, 1, MPI_INT, MPI_SUM, win,
                        &req[3]);
    MPI_Waitall(4, req, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
