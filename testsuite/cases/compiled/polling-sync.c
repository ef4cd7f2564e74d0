/* A location is polled with MPI_Win_sync in the loop: each look is a segment of its own. */
/* case: levels=compiled,pages exit=0 */
#include "case.h"
#include "hidden.h"

static ALIGNED int *memory;

int main(void) {
  MPI_Win win;
  int value = 1, flag;
  begin();
  hidden_begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    hidden_wait();
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: polled-location */
    MPI_Win_flush(1, win);
  } else {
    for (int i = 0; !*(volatile int *)memory; i++) { /* site: polled-location */
      MPI_Win_sync(win);
      /* nothing is sent: it lets the library serve the put, which MPI_Win_sync need not do */
      MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      if (i == 3)
        hidden_signal();
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
