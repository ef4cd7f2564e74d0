/* The receive is over before its process calls MPI_Allreduce, which nobody leaves before it has come. */
/* case: ranks=3 options="--message-races" */
#include "case.h"

int main(void) {
  int value = 1, sum;
  begin();
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
