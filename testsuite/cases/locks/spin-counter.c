/* A counter guarded by a test-and-set lock: all processes add to it by get and put. */
/* case: ranks=3 */
#include "locks.h"

int main(void) {
  ALIGNED int memory[WORDS], v;
  MPI_Win win;
  begin();
  lock_memory(memory);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 5; i++) {
    spin_acquire(win);
    MPI_Get(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    v++;
    MPI_Put(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    spin_release(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&v, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("%d\n", v);
  MPI_Win_free(&win);
  MPI_Finalize();
}
