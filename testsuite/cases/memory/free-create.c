/* Memory of a window is freed before the window. */
/* case: levels=mpi,compiled,pages */
#include "case.h"

int main(void) {
  MPI_Win win;
  begin();
  int *memory = malloc(1000 * sizeof *memory);
  MPI_Win_create(memory, /* site: window-memory-freed */ 4000, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 500, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  free(memory); /* expect: window-memory-freed */
  MPI_Win_free(&win);
  MPI_Finalize();
}
