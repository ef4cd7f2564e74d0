/* The stencil: the halo is exchanged by messages. */
#include "stencil.h"

static void exchange(int which) {
  double *g = grid[which];
  MPI_Request r[4];
  MPI_Irecv(g, COLUMNS, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(g + (ROWS + 1) * COLUMNS, COLUMNS, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, &r[1]);
  MPI_Isend(g + ROWS * COLUMNS, COLUMNS, MPI_DOUBLE, above, 0, MPI_COMM_WORLD, &r[2]);
  MPI_Isend(g + COLUMNS, COLUMNS, MPI_DOUBLE, below, 1, MPI_COMM_WORLD, &r[3]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  stencil_begin();
  for (int i = 0; i < 2; i++) {
    grid[i] = malloc((size_t)(ROWS + 2) * COLUMNS * sizeof *grid[i]);
    stencil_fill(grid[i]);
  }
  bench_run(step, 4);
  free(grid[0]);
  free(grid[1]);
  MPI_Finalize();
}
