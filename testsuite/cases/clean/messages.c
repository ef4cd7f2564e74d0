/* Uses messages and collective calls only: there is nothing here to check yet. */
#include "case.h"

int main(void) {
  int value, sum;
  begin();
  value = rank + 1;
  MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Send(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1)
    printf("%d\n", value);
  MPI_Finalize();
}
