/* A worker asks for work once more, and the master is no longer there to receive that. NEURON. */
#include "case.h"

int main(void) {
  int work = 0;
  begin();
  if (rank == 0) {
    MPI_Recv(&work, 1, MPI_INT, 1, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    work = -1;
    MPI_Send(&work, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    do {
      MPI_Send(&work, 1, MPI_INT, 0, 15, MPI_COMM_WORLD); /* expect: message-unreceived */
      if (work < 0)
        break;
      MPI_Recv(&work, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } while (1);
  }
  MPI_Finalize();
}
