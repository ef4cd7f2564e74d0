/* Puts to a process whose part of the window is empty. MPICH crashes there. */
/* case: status-mpich=any exit-mpich=any */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int value = 1;
  MPI_Aint bytes;
  MPI_Win win;
  begin();
  bytes = rank == 0 ? sizeof memory : 0;
  MPI_Win_create(memory, bytes, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* expect: target-out-of-window */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
