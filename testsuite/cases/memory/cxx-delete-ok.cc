/* An array is deleted after the window that has it was freed. */
#include "case.h"

int main() {
  begin();
  MPI_Win win;
  double *memory = new double[300];
  MPI_Win_create(memory, 300 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_free(&win);
  delete[] memory;
  MPI_Finalize();
}
