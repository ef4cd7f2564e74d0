/* All ranks make the calls on a communicator, though not all are in each communicator. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int x = 0;
  MPI_Comm some;
  begin();
  MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &some);
  if (rank > 0) {
    MPI_Bcast(&x, 1, MPI_INT, 0, some);
    MPI_Bcast(&x, 1, MPI_INT, 0, some);
    MPI_Comm_free(&some);
  }
  MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_SELF);
  MPI_Finalize();
}
