/* A scalar on the stack that a nonblocking receive is to fill is read too early. */
/* case: levels=pages */
#include "case.h"

int main(void) {
  MPI_Request request;
  volatile int buffer = 0;
  int seen;
  begin();
  if (rank == 0) {
    MPI_Irecv((void *)&buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* site: buffer-race */
    seen = buffer; /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    (void)seen;
  } else {
    MPI_Send((void *)&buffer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
