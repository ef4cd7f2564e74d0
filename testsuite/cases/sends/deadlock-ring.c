/* Each of three ranks receives from its neighbour before it sends; one on another
 * communicator. */
/* case: ranks=3 options="--timeout=4" status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value = 1, other, left, right;
  MPI_Comm twin;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  left = (rank + 2) % 3;
  right = (rank + 1) % 3;
  if (rank == 0)
    MPI_Recv(&other, 1, MPI_INT, left, 3, twin, MPI_STATUS_IGNORE); /* expect: deadlock */
  else
    MPI_Recv(&other, 1, MPI_INT, left, 3, twin, MPI_STATUS_IGNORE); /* site: deadlock */
  MPI_Send(&value, 1, MPI_INT, right, 3, twin);
  MPI_Comm_free(&twin);
  MPI_Finalize();
}
