/* Cancels the requests of the four request-based operations. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, one = 1, old[2];
  MPI_Request req[4];
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Rput(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req[0]);
    MPI_Rget(&old[0], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &req[1]);
    MPI_Raccumulate(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, win, &req[2]);
    MPI_Rget_accumulate(&one, 1, MPI_INT, &old[1], 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_SUM, win,
                        &req[3]);
    MPI_Cancel(&req[0]); /* expect: rma-request-cancelled */
    MPI_Cancel(&req[1]); /* expect: rma-request-cancelled */
    MPI_Cancel(&req[2]); /* expect: rma-request-cancelled */
    MPI_Cancel(&req[3]); /* expect: rma-request-cancelled */
    MPI_Waitall(4, req, MPI_STATUSES_IGNORE);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
