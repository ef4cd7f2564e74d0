/* A barrier. */
#include "bench.h"

static void step(void) {
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  bench_run(step, 500);
  MPI_Finalize();
}
