/* The same with a count that is right. */
#include "case.h"

int main(void) {
  int value = 0;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
