/* Completes a generalized request through the handle that MPI_Request_free has set to
 * MPI_REQUEST_NULL. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Grequest_complete(request); /* expect: greq-complete-other */
  MPI_Grequest_complete(copy);
  MPI_Finalize();
}
