/* A rank waits for a message of each of two others, of which one sends it with another tag. The report
 * names that receive, not the one whose message has come. */
/* case: ranks=3 options="--timeout=8" status=hung exit=any timeout=40 */
#include "case.h"

static int in[2], out = 1;

int main(void) {
  MPI_Request request[2];
  begin();
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 5, MPI_COMM_WORLD, &request[i]); /* site: deadlock */
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* expect: deadlock */
    for (int i = 0; i < 2; i++)
      MPI_Send(&out, 1, MPI_INT, i + 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Send(&out, 1, MPI_INT, 0, rank == 1 ? 5 : 6, MPI_COMM_WORLD); /* site: deadlock */
    MPI_Recv(&in[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
