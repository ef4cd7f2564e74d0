/* Completes a generalized request again after the wait for it. */
/* case: ranks=1 status-mpich=complete status-openmpi=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-complete-stale */
  copy = request;
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* site: greq-complete-stale */
  MPI_Grequest_complete(copy);           /* expect: greq-complete-stale */
  MPI_Finalize();
}
