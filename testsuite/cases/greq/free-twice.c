/* Frees a generalized request twice, by a copy of its handle. */
/* case: ranks=1 status=crashed exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-free-twice */
  copy = request;
  MPI_Request_free(&request); /* site: greq-free-twice */
  MPI_Request_free(&copy);    /* expect: greq-free-twice */
  _exit(1); /* nothing is certain any more */
}
