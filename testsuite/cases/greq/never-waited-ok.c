/* Completes a generalized request, asks for its status, and tests it. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int flag;
  MPI_Status status;
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Request_get_status(request, &flag, &status);
  MPI_Test(&request, &flag, &status);
  MPI_Finalize();
}
