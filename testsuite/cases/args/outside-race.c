/* A put that is partly outside the window races with another one inside, and its buffer is
 * stored to: each is a mistake of its own. Open MPI refuses the put. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  ALIGNED int memory[24] = {0}, value[8] = {0};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, 21, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(value, 7, MPI_INT, 1, 3, 7, MPI_INT, // expect: target-out-of-window // expect-mpich: rma-race // site-mpich: buffer-race
            win);
    STORE(value[6], 1); /* expect-mpich: buffer-race */
  }
  if (rank == 2)
    MPI_Put(value, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* site-mpich: rma-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
