/* 8 bytes to the other rank and back. */
#include "bench.h"

static void step(void) {
  double v = 1;
  for (int turn = 0; turn < 2; turn++)
    if (rank == turn)
      MPI_Send(&v, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(&v, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  bench_run(step, 500);
  MPI_Finalize();
}
