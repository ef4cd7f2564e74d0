/* Threads have their stacks in windows. Beside a stack, and when its thread has ended, the
 * owner stores where another rank puts. */
/* case: levels=pages cflags=-pthread */
#include "thread-stack.h"

static void beside(MPI_Win win, int *memory, int place) {
  int v = 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, place, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[place], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
}

static void after(MPI_Win win, int *memory, int place) {
  int v = 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, place, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[place], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
}

int main(void) {
  use_stacks();
}
