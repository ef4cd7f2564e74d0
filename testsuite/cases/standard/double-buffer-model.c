/* Neighbours get from one of two buffers while that one is computed. */
/* case: ranks=3 options="--memory-model=separate" */
#include "case.h"

enum { CELLS = 4, LAST = CELLS - 1, STEPS = 3 };

static ALIGNED double a[2][CELLS];
static double edge[2];
static int left, right;
static MPI_Group near;

static void start_gets(MPI_Win win) {
  MPI_Win_start(near, MPI_MODE_NOCHECK, win);
  MPI_Get(&edge[0], 1, MPI_DOUBLE, left, LAST, 1, MPI_DOUBLE, win); /* expect: rma-local-race */
  MPI_Get(&edge[1], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);   /* expect: rma-local-race */
}

static void compute(double *to) {
  for (int i = 0; i < CELLS; i++)
    STORE(to[i], rank + i); /* site: rma-local-race */
}

int main(void) {
  MPI_Win win[2];
  MPI_Group world;
  int pair[2];
  begin();
  left = pair[0] = (rank + size - 1) % size;
  right = pair[1] = (rank + 1) % size;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, pair, &near);
  for (int i = 0; i < 2; i++)
    MPI_Win_create(a[i], sizeof a[i], sizeof a[i][0], MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
  MPI_Win_post(near, MPI_MODE_NOCHECK | MPI_MODE_NOPUT, win[0]);
  MPI_Barrier(MPI_COMM_WORLD); /* the starts do not check whether it was posted */
  for (int step = 0; step < 2 * STEPS; step++) {
    int i = step % 2;
    start_gets(win[i]);
    compute(a[i]);
    MPI_Win_post(near, MPI_MODE_NOCHECK | MPI_MODE_NOPUT, win[1 - i]);
    MPI_Win_complete(win[i]);
    MPI_Win_wait(win[i]);
  }
  MPI_Win_start(near, MPI_MODE_NOCHECK, win[0]);
  MPI_Win_complete(win[0]);
  MPI_Win_wait(win[0]);
  for (int i = 0; i < 2; i++)
    MPI_Win_free(&win[i]);
  MPI_Group_free(&near);
  MPI_Group_free(&world);
  MPI_Finalize();
}
