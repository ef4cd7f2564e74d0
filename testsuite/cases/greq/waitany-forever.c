/* Waits for any of two generalized requests, none of which is complete. */
/* case: ranks=1 status=hung exit=any options="--timeout=2" */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int index;
  MPI_Request requests[2];
  MPI_Grequest_start(query, release, cancel, NULL, &requests[0]); /* site: greq-wait-forever */
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE); /* expect: greq-wait-forever */
  MPI_Finalize();
}
