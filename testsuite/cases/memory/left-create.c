/* The memory of a window is a local variable of a function that returns before it is freed. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

enum { ITEMS = 100 };

static __attribute__((noinline)) MPI_Win make(void) {
  MPI_Win win;
  int memory[ITEMS];
  for (int i = 0; i < ITEMS; i++)
    memory[i] = i;
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, /* expect: window-memory-freed */
                 MPI_COMM_WORLD, &win);
  return win;
}

int main(void) {
  begin();
  MPI_Win win = make();
  MPI_Win_fence(0, win); /* site: window-memory-freed */
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 50, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
