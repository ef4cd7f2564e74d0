/* Open MPI takes a callback that is NULL for one that does nothing. */
/* case: ranks=1 mpi=openmpi */
#include "greq.h"

int main(void) {
  MPI_Request request;
  begin_level(MPI_THREAD_SINGLE);
  MPI_Grequest_start(NULL, NULL, NULL, NULL, &request);
  MPI_Cancel(&request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  printf("%d\n", request == MPI_REQUEST_NULL);
  MPI_Finalize();
}
