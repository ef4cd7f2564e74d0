/* A persistent receive is started several times and then freed. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  MPI_Recv_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request);
  for (int i = 0; i < 10; i++) {
    MPI_Start(&request);
    MPI_Send(&rank, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
