/* A window on a mapping beside the one that has the stack and the variables of a thread.
 * The owner stores where another rank puts. */
/* case: levels=pages cflags=-pthread */
#include "near.h"

int main(void) {
  begin_threads();
  near_thread();
  MPI_Finalize();
}

static void work(int *memory) {
  int v = 1;
  MPI_Win win;
  MPI_Win_create(memory, PAGE, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[4], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}
