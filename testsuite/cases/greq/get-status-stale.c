/* Uses a copy of a handle after the wait for the request: MPI_Request_get_status. */
/* case: ranks=1 status=any exit=any timeout=20 options="--timeout=2" */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int flag = 0;
  MPI_Status status;
  MPI_Request request, copy;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* site: greq-used-after-free */
  copy = request;
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status);                  /* site: greq-used-after-free */
  MPI_Request_get_status(copy, &flag, &status); /* expect: greq-used-after-free */
  printf("%d\n", flag);
  MPI_Finalize();
}
