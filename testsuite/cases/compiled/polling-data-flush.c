/* Data may come after the flag that is put after it: nothing completes the one before the
 * other. */
/* case: levels=compiled,pages */
#include "case.h"
#include "hidden.h"

static ALIGNED int *memory;

int main(void) {
  MPI_Win win;
  int value = 1, data = 42, seen;
  begin();
  hidden_begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = memory[1] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    hidden_wait();
    MPI_Put(&data, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  /* expect: rma-local-race */
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: polled-location */
    MPI_Win_flush(1, win);
  } else {
    for (int i = 0; !*(volatile int *)memory; i++) { /* site: polled-location */
      MPI_Iprobe(MPI_ANY_SOURCE, 32767, MPI_COMM_WORLD, &seen, MPI_STATUS_IGNORE);
      if (i == 3)
        hidden_signal();
    }
    MPI_Win_sync(win);
    printf("%d\n", memory[1]); /* site: rma-local-race */
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
