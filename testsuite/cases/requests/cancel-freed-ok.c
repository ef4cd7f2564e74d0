/* A cancelled receive is freed, which completes the cancellation as a wait would. */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
}
