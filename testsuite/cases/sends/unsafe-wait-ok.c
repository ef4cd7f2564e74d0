/* The wait comes after the receive, or waits for a receive too. */
#include "case.h"

int main(void) {
  int value = 1, other;
  MPI_Request request[2];
  begin();
  for (int i = 0; i < 3; i++) {
    MPI_Isend(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Isend(&value, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
}
