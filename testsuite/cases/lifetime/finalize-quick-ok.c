/* A function that was registered for quick_exit calls MPI_Finalize. */
/* case: ranks=2 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;

static void finish(void) {
  MPI_Finalize();
  if (!rank)
    fputs("finished\n", stdout);
  fflush(stdout);
}

int main(int argc, char **argv) {
  at_quick_exit(finish);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  quick_exit(0);
}
