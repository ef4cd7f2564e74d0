/* Frees a generalized request before its completion and another one after. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Grequest_complete(copy);
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Grequest_complete(copy);
  MPI_Request_free(&request);
  MPI_Finalize();
}
