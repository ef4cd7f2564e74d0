/* Uses a handle before the wait for the request; MPI_REQUEST_NULL after it. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int flag = 0;
  MPI_Status status;
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status);
  MPI_Wait(&request, &status);
  MPI_Wait(&request, &status);
  printf("%d\n", flag);
  MPI_Finalize();
}
