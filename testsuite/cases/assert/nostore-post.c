/* Stores to its window and posts it with NOSTORE. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, value = 1;
  MPI_Win win;
  MPI_Group peer;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    STORE(memory[2], 1); /* site: nostore-violated */
    MPI_Win_post(peer, MPI_MODE_NOSTORE, win); /* expect: nostore-violated */
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
