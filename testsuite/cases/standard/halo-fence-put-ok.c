/* Puts to the halo, between fences with assertions. */
/* case: ranks=3 */
#include "case.h"

enum { CELLS = 4, LAST = CELLS + 1, STEPS = 3 };

static ALIGNED double a[CELLS + 4], edge[2];
static int left, right;

static void update(int from, int to) {
  for (int i = from; i <= to; i++)
    STORE(a[i], rank + i);
}

int main(void) {
  double seen;
  MPI_Win win;
  begin();
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  MPI_Win_create(a, (CELLS + 2) * sizeof *a, sizeof *a, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int step = 0; step < STEPS; step++) {
    update(1, CELLS);
    LOAD(edge[0], a[1]);
    LOAD(edge[1], a[CELLS]);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&edge[0], 1, MPI_DOUBLE, left, LAST, 1, MPI_DOUBLE, win);
    MPI_Put(&edge[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    LOAD(seen, a[0]);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
