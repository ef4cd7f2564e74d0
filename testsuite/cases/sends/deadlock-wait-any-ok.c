/* The same, but a third process comes late, and sends what the receive waits for. */
/* case: ranks=3 options="--timeout=20 --hang-timeout=1" timeout=60 */
#include "case.h"

#include <unistd.h>

#define COUNT 1000000

static int in[COUNT], out[COUNT];

int main(void) {
  MPI_Request request;
  begin();
  if (rank == 0) {
    MPI_Isend(out, COUNT, MPI_INT, 1, 6, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Irecv(in, COUNT, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(in, COUNT, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    sleep(5);
    MPI_Send(out, COUNT, MPI_INT, 1, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
