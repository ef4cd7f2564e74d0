/* Threads have their stacks in windows. Beside a stack, and when its thread has ended, the
 * owner stores where another rank has put. */
/* case: levels=mpi,pages cflags=-pthread */
#include "thread-stack.h"

static void beside(MPI_Win win, int *memory, int place) {
  int v = 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, place, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[place], 7);
}

static void after(MPI_Win win, int *memory, int place) {
  beside(win, memory, place);
}

int main(void) {
  use_stacks();
}
