/* A store to plain memory beside the window. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v = 1, pair[2] = {2, 3};
  MPI_Win win;
  begin();
  int at = 0;
  MPI_Win_create(memory, 4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  else
    MPI_Unpack(pair, sizeof pair, &at, &memory[4], 2, MPI_INT, MPI_COMM_SELF);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
