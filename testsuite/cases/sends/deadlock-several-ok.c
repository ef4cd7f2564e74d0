/* Any of the two operations is enough, and the first one is there. */
/* case: ranks=3 options="--timeout=20" */
#include "case.h"

int main(void) {
  int value = 1, got = 0, sum = 0, at;
  MPI_Request request[2];
  begin();
  MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
  if (rank == 2)
    MPI_Recv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Ibarrier(MPI_COMM_WORLD, &request[1]);
  MPI_Waitany(2, request, &at, MPI_STATUS_IGNORE);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
