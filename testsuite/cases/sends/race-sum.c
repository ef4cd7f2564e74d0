/* A sum of what comes first, whose rounding depends on which that is. */
/* case: ranks=3 options="--message-races" */
#include "case.h"

int main(void) {
  double part = 1, sum = 0;
  begin();
  if (rank)
    MPI_Send(&part, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD); /* site: message-race */
  for (int i = 1; rank == 0 && i < size; i++) {
    MPI_Recv(&part, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: message-race */
             MPI_STATUS_IGNORE);
    sum += part;
  }
  (void)sum;
  MPI_Finalize();
}
