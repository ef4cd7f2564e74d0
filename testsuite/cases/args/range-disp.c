/* Puts behind the end of the target's window. */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int value = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, 8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 8, 1, MPI_INT, win); /* expect: target-out-of-window */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
