/* Every receive has its own request, and all are completed. */
#include "case.h"

int main(void) {
  int value[2], other;
  MPI_Request request[2];
  begin();
  other = !rank;
  MPI_Irecv(&value[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(&value[1], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &request[1]);
  MPI_Send(&rank, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
