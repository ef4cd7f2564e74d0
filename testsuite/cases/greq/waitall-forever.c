/* Waits for a send and two generalized requests, one of which is not complete. */
/* case: ranks=1 status=hung exit=any options="--timeout=2" */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request requests[3];
  MPI_Isend(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[2]); /* site: greq-wait-forever */
  MPI_Grequest_complete(requests[1]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE); /* expect: greq-wait-forever */
  MPI_Finalize();
}
