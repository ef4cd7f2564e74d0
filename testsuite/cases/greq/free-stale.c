/* Frees a generalized request by a copy of its handle after the wait for it. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* site: greq-used-after-free */
  MPI_Request_free(&copy);               /* expect: greq-used-after-free */
  MPI_Finalize();
}
