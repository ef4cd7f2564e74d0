/* The same, but each sends before it waits. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value = 1, index;
  MPI_Request request, sent;
  begin();
  MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD, &sent);
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
  } else {
    MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
