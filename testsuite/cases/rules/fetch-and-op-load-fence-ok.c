/* A fetch-and-op and a load of the target after the fence that ends its epoch. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0, seen = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Fetch_and_op(&v, &old, MPI_INT, 1, 0, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    LOAD(seen, memory[0]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
