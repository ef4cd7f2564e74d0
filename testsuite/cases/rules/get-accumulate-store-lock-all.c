/* A get-accumulate and a store of the target after a barrier, but the flush comes later. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get_accumulate(&v, 1, MPI_INT, &old, 1, MPI_INT, 1, 0, 1, // expect: rma-local-race
                       MPI_INT, MPI_SUM, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_flush(1, win);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    STORE(memory[0], 1); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
