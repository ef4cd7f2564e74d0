/* A loop over a window. It is a recurrence, so that a compiler cannot vectorise it. */
#include "bench.h"

#define COUNT (1 << 18)

static MPI_Win win;
static double *memory;
static volatile double last;

static void step(void) {
  double s = 0;
  for (int i = 0; i < COUNT; i++)
    s = s * 0.5 + memory[i];
  last = s;
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  MPI_Win_allocate(COUNT * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  for (int i = 0; i < COUNT; i++)
    memory[i] = i;
  MPI_Win_fence(0, win);
  bench_run(step, 4);
  MPI_Win_free(&win);
  MPI_Finalize();
}
