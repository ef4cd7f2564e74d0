/* All three ranks wait for a message of any of them, and send theirs after it. */
/* case: ranks=3 options="--timeout=6" status=hung exit=any timeout=40 */
#include "case.h"

int main(void) {
  int value = 1, index;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: deadlock */
             MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE); /* site: deadlock */
  } else {
    MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* site: deadlock */
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
  MPI_Finalize();
}
