/* A get-accumulate and a store of the target between the same two fences. */
#include "case.h"

int main(void) {
  ALIGNED int memory[4] = {0}, v = 1, old = 0;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get_accumulate(&v, 1, MPI_INT, &old, 1, MPI_INT, 1, 0, 1, // expect: rma-local-race
                       MPI_INT, MPI_SUM, win);
  else
    STORE(memory[0], 1); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
