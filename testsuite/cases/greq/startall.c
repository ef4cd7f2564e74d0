/* Calls MPI_Startall on a persistent and a generalized request. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request requests[2];
  MPI_Send_init(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]); /* site: greq-started */
  MPI_Startall(2, requests);                                      /* expect: greq-started */
  MPI_Grequest_complete(requests[1]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Finalize();
}
