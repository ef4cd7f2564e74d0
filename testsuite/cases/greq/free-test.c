/* A copy of the handle is tested after MPI_Request_free, the operation is not complete. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  int done;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-used-after-free */
  copy = request;
  MPI_Request_free(&request);                /* site: greq-used-after-free */
  MPI_Test(&copy, &done, MPI_STATUS_IGNORE); /* expect: greq-used-after-free */
  _exit(1);                                  /* nothing is certain any more */
}
