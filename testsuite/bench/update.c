/* A loop over a window that loads each element and stores a new value. */
#include "bench.h"

#define COUNT (1 << 18)

static MPI_Win win;
static double *memory;

static void step(void) {
  for (int i = 0; i < COUNT; i++)
    memory[i] = memory[i] * 0.99 + 1;
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
