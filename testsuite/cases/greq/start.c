/* Calls MPI_Start on a generalized request. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-started */
  MPI_Start(&request);                                        /* expect: greq-started */
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
