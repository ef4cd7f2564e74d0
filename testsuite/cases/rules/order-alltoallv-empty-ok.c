/* Put, flush and an exchange in which the origin sends something. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, seen = 0;
  int token[2] = {0}, got[2], at[2] = {0, 1};
  int sends[2] = {0, 0}, receives[2] = {0, 0};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  sends[1] = rank == 0;
  receives[0] = rank == 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Alltoallv(token, sends, at, MPI_INT, got, receives, at, MPI_INT, MPI_COMM_WORLD);
  } else {
    MPI_Alltoallv(token, sends, at, MPI_INT, got, receives, at, MPI_INT, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    LOAD(seen, memory[0]);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
