/* A store after the message that tells of the owner's. */
#include "case.h"

int main(void) {
  int unit, *mine, *theirs;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  MPI_Win_allocate_shared(4 * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &win);
  MPI_Win_shared_query(win, 1, &bytes, &unit, &theirs);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    STORE(mine[0], 2);
    MPI_Win_sync(win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    STORE(theirs[0], 3);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
