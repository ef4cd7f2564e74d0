/* The core is updated while neighbours put to the halo of the same window. */
/* case: ranks=3 options="--memory-model=separate" */
#include "case.h"

enum { CELLS = 4, LAST = CELLS + 1, STEPS = 3 };

static ALIGNED double a[CELLS + 4], edge[2];
static int left, right;

int main(void) {

  MPI_Win win;
  begin();
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  MPI_Win_create(a, (CELLS + 2) * sizeof *a, sizeof *a, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int step = 0; step < STEPS; step++) {
    LOAD(edge[0], a[1]);
    LOAD(edge[1], a[CELLS]);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&edge[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); /* expect: rma-local-race */
    STORE(a[2], 1);                                                 /* site: rma-local-race */
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
