/* A window guarded by a queue lock in another window: its owner loads and stores, others put.
 */
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], shared[4] = {0}, v = 1;
  MPI_Win data;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(shared, sizeof shared, sizeof *shared, MPI_INFO_NULL, MPI_COMM_WORLD, &data);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, data);
  for (int i = 0; i < 3; i++) {
    queue_acquire(win);
    if (rank == 0) {
      MPI_Win_sync(data);
      LOAD(v, shared[0]);
      STORE(shared[0], v + 1);
      MPI_Win_sync(data);
    } else {
      MPI_Put(&v, 1, MPI_INT, 0, 0, 1, MPI_INT, data);
      MPI_Win_flush(0, data);
    }
    queue_release(win);
  }
  MPI_Win_unlock_all(data);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&data);
  MPI_Win_free(&win);
  MPI_Finalize();
}
