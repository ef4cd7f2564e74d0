/* Two processes broadcast in two communicators, each its own one first. Murasaki. */
#include "case.h"

int main(void) {
  int value = 0;
  MPI_Comm other;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* expect: unsafe-collective */
    MPI_Bcast(&value, 1, MPI_INT, 1, other); /* site: unsafe-collective */
  } else {
    MPI_Bcast(&value, 1, MPI_INT, 1, other); /* site: unsafe-collective */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* site: unsafe-collective */
  }
  MPI_Comm_free(&other);
  MPI_Finalize();
}
