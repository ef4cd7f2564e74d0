/* A queue lock is released before the put that it guards is flushed. */
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
    MPI_Put(&v, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* expect: rma-race */
    MPI_Win_flush_local(1, win);
    queue_release(win);
    hidden_signal();
  } else {
    hidden_wait();
    queue_acquire(win);
    MPI_Get(&v, 1, MPI_INT, 1, DATA, 1, MPI_INT, win); /* site: rma-race */
    MPI_Win_flush(1, win);
    queue_release(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
