/* A sum in the order of ranks. */
/* case: ranks=3 options="--message-races" */
#include "case.h"

int main(void) {
  double part = 1, sum = 0;
  begin();
  if (rank)
    MPI_Send(&part, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  for (int i = 1; rank == 0 && i < size; i++) {
    MPI_Recv(&part, 1, MPI_DOUBLE, i, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += part;
  }
  (void)sum;
  MPI_Finalize();
}
