/* Scales the displacement by the target's displacement unit, which is another. */
#include "case.h"

static ALIGNED int memory[64];

int main(void) {
  int value = 1, unit;
  MPI_Win win;
  begin();
  unit = rank == 0 ? 1 : sizeof *memory;
  MPI_Win_create(memory, 8 * sizeof *memory, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  errors_return(win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 7, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
