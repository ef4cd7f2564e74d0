/* Cancels a generalized request, then waits; cancel_fn does nothing. */
/* case: ranks=1 status=hung exit=any options="--timeout=2" */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-cancel-ignored */
  MPI_Cancel(&request);                                       /* site: greq-cancel-ignored */
  MPI_Wait(&request, MPI_STATUS_IGNORE);                      /* expect: greq-cancel-ignored */
  MPI_Finalize();
}
