/* A sends to C, then meets B on a communicator of the two; B meets C on another one, after
 * that; C has received before it does. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, sum;
  MPI_Comm ab, bc;
  begin();
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &ab);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0 ? 0 : MPI_UNDEFINED, rank, &bc);
  for (int i = 0; i < 40; i++) {
    if (rank == 0)
      MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
    if (rank < 2)
      MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, ab);
    if (rank == 2)
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank > 0)
      MPI_Barrier(bc);
  }
  if (ab != MPI_COMM_NULL)
    MPI_Comm_free(&ab);
  if (bc != MPI_COMM_NULL)
    MPI_Comm_free(&bc);
  MPI_Finalize();
}
