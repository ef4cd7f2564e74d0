/* Aims every operation at MPI_PROC_NULL, which does nothing, in each kind of epoch. */
#include "case.h"

static void all(MPI_Win win) {
  int one = 1, zero = 0, old;
  MPI_Put(&one, 1, MPI_INT, MPI_PROC_NULL, 99, 1, MPI_INT, win);
  MPI_Get(&old, 1, MPI_INT, MPI_PROC_NULL, 99, 1, MPI_INT, win);
  MPI_Accumulate(&one, 1, MPI_INT, MPI_PROC_NULL, 99, 1, MPI_INT, MPI_SUM, win);
  MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, MPI_PROC_NULL, 99, 1, MPI_INT, MPI_SUM,
                     win);
  MPI_Fetch_and_op(&one, &old, MPI_INT, MPI_PROC_NULL, 99, MPI_SUM, win);
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, MPI_PROC_NULL, 99, win);
}

int main(void) {
  ALIGNED int memory = 0, one = 1;
  MPI_Request request;
  MPI_Win win;
  begin();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  all(win);
  MPI_Win_fence(0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  all(win);
  MPI_Win_complete(win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  all(win);
  MPI_Rput(&one, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
