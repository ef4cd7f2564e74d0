/* MPI is initialised twice. */
/* case: ranks=2 status=any exit=any */
#include <mpi.h>

int main(int argc, char **argv) {
  int version, subversion, known;
  MPI_Get_version(&version, &subversion);
  MPI_Init(&argc, &argv);
  MPI_Init(&argc, &argv); /* expect: init-twice */
  MPI_Finalize();
  (void)known;
  return 0;
}
