/* A persistent request that is complete, but never freed. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  MPI_Recv_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, /* expect: request-not-freed */
                &request);
  MPI_Start(&request);
  MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
