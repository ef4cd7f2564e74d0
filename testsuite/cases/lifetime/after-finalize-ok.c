/* Calls that are allowed after MPI_Finalize. */
/* case: ranks=2 */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  MPI_Finalized(&known);
  MPI_Initialized(&known);
  MPI_Get_version(&version, &subversion);
  (void)known;
  return 0;
}
