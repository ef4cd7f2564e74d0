/* A store of the buffer of a nonblocking receive when it is complete. */
/* case: levels=compiled,pages */
#include "case.h"

static int buffer[64];

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(buffer, 64, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    buffer[9] = 1;
  } else {
    MPI_Send(buffer, 64, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
