/* Accumulates after the access epoch has been completed. */
#include "case.h"

int main(void) {
  int *memory, value = 1;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Win_complete(win);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, // expect: op-outside-epoch
                   MPI_INT, MPI_REPLACE, win);
  } else {
    MPI_Win_post(peer, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
