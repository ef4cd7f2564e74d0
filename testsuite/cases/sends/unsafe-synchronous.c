/* One rank sends in synchronous mode, and gets away with it because the other send is buffered.
 */
#include "case.h"

int main(void) {
  int value = 1, other;
  begin();
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: unsafe-send */
  else
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);     /* site: unsafe-send */
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, /* site: unsafe-send */
           MPI_STATUS_IGNORE);
  MPI_Finalize();
}
