/* The stencil: the whole grid is in the window, and the halo is put between fences. */
#include "stencil.h"

static MPI_Win win[2];

static void exchange(int which) {
  double *g = grid[which];
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win[which]);
  MPI_Put(g + ROWS * COLUMNS, COLUMNS, MPI_DOUBLE, above, 0, COLUMNS, MPI_DOUBLE, win[which]);
  MPI_Put(g + COLUMNS, COLUMNS, MPI_DOUBLE, below, (ROWS + 1) * COLUMNS, COLUMNS, MPI_DOUBLE,
          win[which]);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win[which]);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  stencil_begin();
  for (int i = 0; i < 2; i++) {
    MPI_Win_allocate((ROWS + 2) * COLUMNS * sizeof *grid[i], sizeof *grid[i], MPI_INFO_NULL,
                     MPI_COMM_WORLD, &grid[i], &win[i]);
    stencil_fill(grid[i]);
  }
  bench_run(step, 4);
  MPI_Win_free(&win[0]);
  MPI_Win_free(&win[1]);
  MPI_Finalize();
}
