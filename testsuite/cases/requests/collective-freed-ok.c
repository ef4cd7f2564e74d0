/* A persistent request is freed when it is not active, and a broadcast completed. */
#include "case.h"

int main(void) {
  int value = 0;
  MPI_Request request;
  begin();
  MPI_Send_init(&value, 1, MPI_INT, !rank, 3, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
