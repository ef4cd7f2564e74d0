/* Promises by NOCHECK that the target has posted, which it never does. */
#include "case.h"

int main(void) {
  int *memory;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(peer, MPI_MODE_NOCHECK, win); /* expect: start-without-post */
    MPI_Win_complete(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
