/* An epoch between fences with 16 puts of 8 bytes from each rank to the next. */
#include "bench.h"

#define PUTS 16

static MPI_Win win;
static double value[PUTS];

static void step(void) {
  for (int i = 0; i < PUTS; i++)
    MPI_Put(&value[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  double *base;
  bench_begin(&argc, &argv);
  MPI_Win_allocate(PUTS * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  bench_run(step, 50);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
