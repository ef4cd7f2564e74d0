/* Completes a freed generalized request, which runs free_fn, and completes it again. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Grequest_complete(copy); /* site: greq-complete-stale */
  MPI_Grequest_complete(copy); /* expect: greq-complete-stale */
  MPI_Finalize();
}
