/* Frees a generalized request once. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  copy = request;
  MPI_Request_free(&request);
  MPI_Grequest_complete(copy);
  MPI_Finalize();
}
