/* A call after MPI_Finalize. */
/* case: ranks=2 status=any exit=any */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  MPI_Comm_size(MPI_COMM_WORLD, &known); /* expect: call-after-finalize */
  (void)known;
  return 0;
}
