/* The loop that polls a location finds at once what another process has put there. */
/* case: levels=compiled,pages exit=0 cflags=-O2 */
#include "case.h"
#include "hidden.h"

static ALIGNED int *memory;

int main(void) {
  MPI_Win win;
  int value = 1, seen;
  begin();
  hidden_begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: polled-location */
    MPI_Win_flush(1, win);
    hidden_signal();
  } else {
    hidden_wait();
    int *at = memory;            /* the loop loads one location */
    while (!*(volatile int *)at) /* site: polled-location */
      MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &seen, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
