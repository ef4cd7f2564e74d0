/* A loop runs over the window while one element is put. */
/* case: levels=compiled,pages */
#include "case.h"

static double *memory;
static volatile double sum;

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    double v = 1;
    MPI_Put(&v, 1, MPI_DOUBLE, 1, 8 * 77, 1, MPI_DOUBLE, win); /* expect: rma-local-race */
  } else {
    double s = 0;
    for (int i = 0; i < 128; i++)
      s += memory[i]; /* site: rma-local-race */
    sum = s;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
