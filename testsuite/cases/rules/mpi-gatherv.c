/* A gather into strided places of window memory, one of which the origin gets. */
#include "case.h"

int main(void) {
  ALIGNED int memory[8] = {0}, v = 1;
  int counts[2] = {1, 1}, at[2] = {1, 5};
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(&v, 1, MPI_INT, 1, 5, 1, MPI_INT, win);              /* expect: rma-local-race */
  MPI_Gatherv(&rank, 1, MPI_INT, memory, counts, at, MPI_INT, 1, // site: rma-local-race
              MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
