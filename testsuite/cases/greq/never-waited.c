/* Completes a generalized request, asks for its status, but never waits for it. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int flag;
  MPI_Status status;
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* expect: greq-never-waited */
  MPI_Grequest_complete(request);                             /* site: greq-never-waited */
  MPI_Request_get_status(request, &flag, &status);
  MPI_Finalize();
}
