/* Frees a generalized request twice, by a copy of its handle. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy, other;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-free-twice */
  other = copy = request;
  MPI_Request_free(&request); /* site: greq-free-twice */
  MPI_Request_free(&copy);    /* expect: greq-free-twice */
  if (rank > 0)
    MPI_Grequest_complete(other);
  else
    _exit(0); /* nothing is certain any more */
  MPI_Finalize();
}
