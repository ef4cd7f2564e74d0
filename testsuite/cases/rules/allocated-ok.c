/* A put to and a load of memory that MPI_Win_allocate gave, a fence between. */
#include "case.h"

int main(void) {
  int v = 1, seen = 0, *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(4 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    LOAD(seen, memory[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
