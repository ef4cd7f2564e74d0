/* One process gets before it takes the queue lock. */
#include "hidden.h"
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], v = 1;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  hidden_begin();
  if (rank == 0) {
    queue_acquire(win);
    MPI_Put(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush(0, win);
    queue_release(win);
    hidden_signal();
  } else {
    hidden_wait();
    MPI_Get(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); /* site: rma-race */
    queue_acquire(win);
    MPI_Win_flush(0, win);
    queue_release(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
