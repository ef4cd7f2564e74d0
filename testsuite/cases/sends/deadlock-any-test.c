/* A rank tests for messages of the two others, who send them with another tag and then wait for
 * its answer. */
/* case: ranks=3 options="--timeout=18" status=hung exit=any timeout=40 */
#include "case.h"

enum { DONE = 7, STOP = 9 };

int main(void) {
  int done = 0;
  MPI_Request request[2], sent, stop;
  begin();
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(NULL, 0, MPI_INT, i + 1, DONE, MPI_COMM_WORLD, &request[i]);
    while (!done)
      MPI_Testall(2, request, &done, MPI_STATUSES_IGNORE); /* expect: deadlock */
    for (int i = 0; i < 2; i++)
      MPI_Send(NULL, 0, MPI_INT, i + 1, STOP, MPI_COMM_WORLD);
  } else {
    MPI_Isend(NULL, 0, MPI_INT, 0, DONE + 1, MPI_COMM_WORLD, &sent);
    MPI_Irecv(NULL, 0, MPI_INT, 0, STOP, MPI_COMM_WORLD, &stop);
    while (rank == 1 && !done)
      MPI_Test(&stop, &done, MPI_STATUS_IGNORE); /* site: deadlock */
    MPI_Wait(&stop, MPI_STATUS_IGNORE);          /* site: deadlock */
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
