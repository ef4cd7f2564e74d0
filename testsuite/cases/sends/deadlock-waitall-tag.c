/* Each rank waits for all of two operations; the messages are too long to be buffered. The tag
 * of one receive is not that of the send. */
/* case: options="--timeout=8" status=hung exit=any timeout=40 */
#include "case.h"

#define COUNT 100000

static int in[COUNT], out[COUNT];

int main(void) {
  MPI_Request request[2];
  begin();
  MPI_Irecv(in, COUNT, MPI_INT, !rank, rank ? 5 : 6, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(out, COUNT, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  if (rank == 0)
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  else
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* site: deadlock */
  MPI_Finalize();
}
