/* Completes a generalized request through a copy of its handle. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Grequest_complete(copy);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
