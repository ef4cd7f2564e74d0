/* Half a million times a nonblocking receive and a nonblocking send are started and completed.
 */
#include "bench.h"

static void step(void) {
  static int from, to;
  MPI_Request r[2];
  MPI_Irecv(&to, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(&from, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  bench_begin(&argc, &argv);
  bench_run(step, 2500);
  MPI_Finalize();
}
