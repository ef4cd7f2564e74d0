/* A persistent request is overwritten by another one while it is active, and never completed. */
#include "case.h"

int main(void) {
  int value[2], other;
  MPI_Request request;
  begin();
  other = !rank;
  MPI_Recv_init(&value[0], 1, MPI_INT, other, 3, MPI_COMM_WORLD, /* expect: request-lost */
                &request);
  MPI_Start(&request);
  MPI_Recv_init(&value[1], 1, MPI_INT, other, 4, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Send(&rank, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Send(&rank, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Ssend_init(&rank, 1, MPI_INT, other, 5, MPI_COMM_WORLD, /* expect: request-lost */
                 &request);
  MPI_Start(&request);
  MPI_Recv(&value[1], 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
