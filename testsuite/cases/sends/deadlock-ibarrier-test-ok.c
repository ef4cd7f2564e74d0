/* It begins the barrier first, and tests for both. */
/* case: options="--timeout=20" */
#include "case.h"

int main(void) {
  int value = 1, flag = 0;
  MPI_Request request[2];
  begin();
  MPI_Ibarrier(MPI_COMM_WORLD, &request[0]);
  if (rank == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request[1]);
    while (!flag)
      MPI_Testall(2, request, &flag, MPI_STATUSES_IGNORE);
  } else {
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
