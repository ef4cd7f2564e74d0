/* MPI is initialised where it was not before. */
/* case: ranks=2 */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv);
  MPI_Initialized(&known);
  if (!known)
    MPI_Init(&argc, &argv);
  MPI_Finalize();
  (void)known;
  return 0;
}
