/* The message is too long to be buffered, and its tag is not that of the receive, whose sender
 * may be any process. Each waits for a request. */
/* case: options="--timeout=8" status=hung exit=any timeout=40 */
#include "case.h"

#define COUNT 1000000

static int in[COUNT], out[COUNT];

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(out, COUNT, MPI_INT, 1, 6, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: deadlock */
  } else {
    MPI_Irecv(in, COUNT, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* site: deadlock */
  }
  MPI_Finalize();
}
