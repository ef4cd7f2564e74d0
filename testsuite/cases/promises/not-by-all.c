/* Rank 0 broadcasts, and the others do not receive: a library may let it go on. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int x = 0;
  begin();
  MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD); /* expect: collective-mismatch */
  MPI_Finalize();
}
