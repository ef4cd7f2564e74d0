/* The start with NOCHECK came first, as the clock of the machine shows. Open MPI waits for ever if
 * MPI_Win_complete came first, too. */
/* case: mpi=mpich */
#include "case.h"
#include "hidden.h"

int main(void) {
  ALIGNED int memory[5] = {0}, value = 1;
  MPI_Win win;
  MPI_Group peer;
  begin();
  hidden_begin();
  peer = only(1 - rank);
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  if (rank == 1) {
    hidden_wait();
    MPI_Win_post(peer, MPI_MODE_NOCHECK, win); /* site: nocheck-violated */
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(peer, MPI_MODE_NOCHECK, win); /* expect: nocheck-violated */
    hidden_signal();
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
