/* A call before MPI_Init. */
/* case: ranks=2 status=any exit=any */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Comm_size(MPI_COMM_WORLD, &known); /* expect: call-before-init */
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  (void)known;
  return 0;
}
