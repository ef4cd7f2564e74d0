/* The program ends by _exit without MPI_Finalize. */
/* case: ranks=2 levels=mpi,compiled,pages status=any exit=any */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv); /* expect: finalize-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  _exit(0);
}
