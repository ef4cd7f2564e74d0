/* A store of the buffer of a nonblocking receive before it is complete. */
/* case: levels=compiled,pages */
#include "case.h"

static int buffer[64];

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Irecv(buffer, 64, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
    buffer[9] = 1; /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(buffer, 64, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
