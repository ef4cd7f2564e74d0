/* MPI_Win_create on a static array, beside other variables.
 * The owner stores where another rank puts. */
/* case: levels=pages */
#include "case.h"
static int memory[100] = {5};

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[4], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
