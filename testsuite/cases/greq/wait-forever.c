/* Waits for a generalized request before it completes it. */
/* case: ranks=1 status=hung exit=any options="--timeout=2" */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-wait-forever */
  MPI_Wait(&request, MPI_STATUS_IGNORE);                      /* expect: greq-wait-forever */
  MPI_Grequest_complete(request);
  MPI_Finalize();
}
