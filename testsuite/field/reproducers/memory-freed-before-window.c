/* The memory of a window is freed before the window. accfence2, test3, transpose3 and other tests of
 * MPICH, and MTestFreeWin, which most of them use. */
#include "case.h"

int main(void) {
  int *memory = calloc(64, sizeof(int));
  MPI_Win window;
  begin();
  MPI_Win_create(memory, 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Win_fence(0, window);
  free(memory); /* expect: window-memory-freed */
  MPI_Win_free(&window);
  MPI_Finalize();
}
