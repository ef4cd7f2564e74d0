/* Calls that are allowed before MPI_Init. */
/* case: ranks=2 */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Initialized(&known);
  MPI_Finalized(&known);
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  (void)known;
  return 0;
}
