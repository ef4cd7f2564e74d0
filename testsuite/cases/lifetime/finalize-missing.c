/* The program ends without MPI_Finalize. */
/* case: ranks=2 status=any exit=any */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv); /* expect: finalize-missing */
  MPI_Barrier(MPI_COMM_WORLD);
  (void)known;
  return 0;
}
