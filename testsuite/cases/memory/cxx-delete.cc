/* An array that a window has is deleted. */
#include "case.h"

int main() {
  begin();
  MPI_Win win;
  double *memory = new double[300];
  MPI_Win_create(memory, /* site: window-memory-freed */ 300 * sizeof(double), sizeof(double),
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  delete[] memory; /* expect: window-memory-freed */
  MPI_Win_free(&win);
  MPI_Finalize();
}
