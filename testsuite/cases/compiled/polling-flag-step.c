/* A loop that steps towards the value it loads, by calls of its own, is none that polls. */
/* case: levels=compiled,pages */
#include "case.h"
#include "hidden.h"

static ALIGNED int *memory;

static __attribute__((noinline)) void step(int *at) {
  *(volatile int *)at += 1;
}

int main(void) {
  MPI_Win win;
  int value = 1;
  begin();
  hidden_begin();
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: rma-local-race */
    MPI_Win_flush(1, win);
    hidden_signal();
  } else {
    hidden_wait();
    int *at = memory;
    while (!*(volatile int *)at) /* site: rma-local-race */
      step(at);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
