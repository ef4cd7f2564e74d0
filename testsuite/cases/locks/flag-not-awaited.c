/* A flag is read once, not until it is raised. */
#include "hidden.h"
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], v = 1, seen;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  hidden_begin();
  if (rank == 0) {
    hidden_wait();
    MPI_Put(&v, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
    atomic_write(1, 1, TAKEN, win);
  } else {
    if (atomic_read(1, TAKEN, win))
      printf("hidden_wait came too early\n");
    hidden_signal();
    MPI_Win_sync(win);
    LOAD(seen, memory[DATA]); /* site: rma-local-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
