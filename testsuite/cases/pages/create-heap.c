/* MPI_Win_create on memory of malloc, among other blocks on the same pages.
 * The owner stores where another rank puts. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  int v = 1;
  MPI_Win win;
  begin();
  char *before = malloc(100);
  int *memory = malloc(400);
  char *after = malloc(9000);
  memset(before, 1, 100);
  memset(memory, 0, 400);
  memset(after, 2, 9000);
  MPI_Win_create(memory, 400, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* expect: rma-local-race */
  else
    STORE(memory[4], 7); /* site: rma-local-race */
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(before);
  free(memory);
  free(after);
  MPI_Finalize();
}
