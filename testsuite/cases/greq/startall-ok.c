/* Calls MPI_Startall on a persistent request beside a generalized one. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request requests[2];
  MPI_Send_init(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
  MPI_Startall(1, requests);
  MPI_Grequest_complete(requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Finalize();
}
