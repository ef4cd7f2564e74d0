/* A finding says why the call fails, so nothing else needs to. */
/* case: status=crashed */
#include "case.h"

int main(void) {
  int value = 0;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* expect: count-negative */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
