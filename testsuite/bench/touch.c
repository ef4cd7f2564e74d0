/* Stores once to each page of a large window, between two MPI calls. */
#include "bench.h"

#define PAGES 4096

static volatile char *memory;
static int at;

static void step(void) {
  memory[(size_t)(at++ % PAGES) * 4096 + 64] = 1;
}

int main(int argc, char **argv) {
  MPI_Win win;
  void *base;
  bench_begin(&argc, &argv);
  MPI_Win_allocate(PAGES * 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  memory = base;
  MPI_Win_fence(0, win);
  bench_run(step, 500);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
