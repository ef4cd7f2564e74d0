/* The other rank sends before it ends. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
