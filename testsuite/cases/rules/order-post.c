/* The origin posts before the put, the target gets from it. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, rung[4] = {0}, v = 1, seen = 0;
  MPI_Win bell;
  MPI_Group peer;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(rung, sizeof rung, sizeof *rung, MPI_INFO_NULL, MPI_COMM_WORLD, &bell);
  peer = only(1 - rank);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Win_post(peer, 0, bell);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
    MPI_Win_wait(bell);
  } else {
    MPI_Win_start(peer, 0, bell);
    MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, bell);
    MPI_Win_complete(bell);
    MPI_Win_sync(win);
    LOAD(seen, memory[0]); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Group_free(&peer);
  MPI_Win_free(&bell);
  MPI_Win_free(&win);
  MPI_Finalize();
}
