/* Receives with wildcards for ready sends of two ranks, all posted before. */
/* case: ranks=3 */
#include "case.h"

int main(void) {
  int value[2] = {1, 2};
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&value[1], 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request[1]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  else
    MPI_Rsend(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  MPI_Finalize();
}
