/* Each rank waits for all of two operations, of which the send is complete at once; the receive
 * of one is for another tag. */
/* case: options="--timeout=8" status=hung exit=any timeout=40 */
#include "case.h"

static int in, out;

int main(void) {
  MPI_Request request[2];
  begin();
  MPI_Irecv(&in, 1, MPI_INT, !rank, rank ? 5 : 6, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(&out, 1, MPI_INT, !rank, 5, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
  MPI_Finalize();
}
