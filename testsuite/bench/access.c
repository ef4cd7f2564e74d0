/* Single stores in a small window. */
#include "bench.h"

#define COUNT 512

static volatile double *memory;
static int at;

static void step(void) {
  memory[at++ % COUNT] = 1;
}

int main(int argc, char **argv) {
  MPI_Win win;
  void *base;
  bench_begin(&argc, &argv);
  MPI_Win_allocate(COUNT * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                   &win);
  memory = base;
  MPI_Win_fence(0, win);
  bench_run(step, 500);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
