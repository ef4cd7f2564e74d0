/* A token goes to a process that takes part in a broadcast first. HPCC. */
#include "case.h"

int main(void) {
  char nothing = 0;
  begin();
  if (rank == 1) {
    MPI_Bcast(&nothing, 0, MPI_BYTE, 1, MPI_COMM_WORLD);
    MPI_Recv(&nothing, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: unsafe-send */
  } else {
    MPI_Send(&nothing, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD); /* expect: unsafe-send */
    MPI_Bcast(&nothing, 0, MPI_BYTE, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
