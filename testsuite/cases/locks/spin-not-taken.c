/* One process does not take the test-and-set lock. */
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], v = 1;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    spin_acquire(win);
    MPI_Put(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush(0, win);
    spin_release(win);
  } else {
    MPI_Get(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); /* site: rma-race */
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
