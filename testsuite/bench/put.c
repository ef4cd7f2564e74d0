/* Rank 0 puts 8 bytes to rank 1 and flushes, after MPI_Win_lock_all. */
#include "bench.h"

static MPI_Win win;
static double value = 1;

static void step(void) {
  if (rank)
    return;
  MPI_Put(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);
  MPI_Win_flush(1, win);
}

int main(int argc, char **argv) {
  double *base;
  bench_begin(&argc, &argv);
  MPI_Win_allocate(8 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  bench_run(step, 500);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
