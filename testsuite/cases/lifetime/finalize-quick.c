/* The program ends by quick_exit without MPI_Finalize. */
/* case: ranks=2 status=any exit=any */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv); /* expect: finalize-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  quick_exit(0);
}
