/* A get-accumulate and a store of the target before the target's MPI_Win_wait. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Group peer;
  MPI_Win win;
  begin();
  peer = only(1 - rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    MPI_Win_start(peer, 0, win);
    MPI_Get_accumulate(&v, 1, MPI_INT, &old, 1, MPI_INT, 1, 0, 1, // expect: rma-local-race
                       MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(peer, 0, win);
    STORE(memory[0], 1); /* site: rma-local-race */
    MPI_Win_wait(win);
  }
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  MPI_Finalize();
}
