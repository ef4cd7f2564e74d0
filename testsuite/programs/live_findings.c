/* A race at once, and then some seconds without any; for testsuite/t/live-findings.t. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int rank;
  double *memory, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  for (int i = 0; i < 6; i++) {
    MPI_Win_fence(0, win);
    MPI_Put(&x, 1, MPI_DOUBLE, 1, 3, 1, MPI_DOUBLE, win); /* line: put */
    MPI_Win_fence(0, win);
    sleep(1);
  }
  write(1, "end\n", 4);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
