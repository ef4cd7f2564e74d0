/* Each persistent request is completed and freed before another one takes its variable. */
#include "case.h"

int main(void) {
  int value[2], other;
  MPI_Request request;
  begin();
  other = !rank;
  for (int i = 0; i < 2; i++) {
    MPI_Recv_init(&value[i], 1, MPI_INT, other, 3 + i, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Send(&rank, 1, MPI_INT, other, 3 + i, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  MPI_Ssend_init(&rank, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Recv(&value[0], 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
