/* Completes a generalized request twice before it waits. */
/* case: ranks=1 status=crashed exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-complete-twice */
  MPI_Grequest_complete(request);                             /* site: greq-complete-twice */
  MPI_Grequest_complete(request);                             /* expect: greq-complete-twice */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
