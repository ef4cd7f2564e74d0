/* A flag is raised before the put that it announces is flushed. */
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], v = 1, seen;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&v, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush_local(1, win);
    atomic_write(1, 1, TAKEN, win);
  } else {
    while (!atomic_read(1, TAKEN, win))
      ;
    MPI_Win_sync(win);
    LOAD(seen, memory[DATA]); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
