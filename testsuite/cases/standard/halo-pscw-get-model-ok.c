/* The boundary is updated before MPI_Win_post, the core while neighbours get. */
/* case: ranks=3 options="--memory-model=separate" */
#include "case.h"

enum { CELLS = 4, LAST = CELLS + 1, STEPS = 3 };

static ALIGNED double a[CELLS + 4], edge[2];
static int left, right;

static void update(int from, int to) {
  for (int i = from; i <= to; i++)
    STORE(a[i], rank + i);
}

int main(void) {
  MPI_Group world, near;
  MPI_Win win;
  begin();
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  MPI_Win_create(a, (CELLS + 2) * sizeof *a, sizeof *a, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int pair[2] = {left, right};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, pair, &near);
  for (int step = 0; step < STEPS; step++) {
    update(1, 1);
    update(CELLS, CELLS);
    MPI_Win_post(near, MPI_MODE_NOPUT, win);
    MPI_Win_start(near, 0, win);
    MPI_Get(&edge[0], 1, MPI_DOUBLE, left, CELLS, 1, MPI_DOUBLE, win);
    MPI_Get(&edge[1], 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, win);
    update(2, CELLS - 1);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&near);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
