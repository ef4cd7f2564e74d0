/* Calls the six operations without a request on the target that was started. */
#include "case.h"

int main(void) {
  ALIGNED int memory[6] = {0}, one = 1, zero = 0, old[4];
  int target = 1;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Put(&one, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Get(&old[0], 1, MPI_INT, target, 1, 1, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, target, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&one, 1, MPI_INT, &old[1], 1, MPI_INT, target, 3, 1, MPI_INT, MPI_SUM,
                       win);
    MPI_Fetch_and_op(&one, &old[2], MPI_INT, target, 4, MPI_SUM, win);
    MPI_Compare_and_swap(&one, &zero, &old[3], MPI_INT, target, 5, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
