/* Two origins put to two places of a window whose ranks are reversed. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1;
  MPI_Comm reversed;
  MPI_Win win;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, reversed, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Comm_free(&reversed);
  MPI_Win_free(&win);
  MPI_Finalize();
}
