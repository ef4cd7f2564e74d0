/* The request is tested before MPI_Request_free; a copy of its handle completes it. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  int done;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Grequest_complete(copy);
  MPI_Finalize();
}
