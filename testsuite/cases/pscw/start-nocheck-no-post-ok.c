/* Promises by NOCHECK that the target has posted, and it has. */
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
  if (rank == 1)
    MPI_Win_post(peer, MPI_MODE_NOCHECK, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_start(peer, MPI_MODE_NOCHECK, win);
    MPI_Win_complete(win);
  }
  if (rank == 1)
    MPI_Win_wait(win);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
