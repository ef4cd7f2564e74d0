/* A rank sends and the other one receives, but with another tag. */
/* case: options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD); /* expect: deadlock */
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, /* site: deadlock */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
