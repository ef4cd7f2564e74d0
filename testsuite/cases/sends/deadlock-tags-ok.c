/* The same tag. */
#include "case.h"

int main(void) {
  int value = 1;
  begin();
  if (rank == 0)
    MPI_Ssend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  else
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
