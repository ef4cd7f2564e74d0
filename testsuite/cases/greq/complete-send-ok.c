/* Completes a generalized request beside another one. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int value = 1, other = 0;
  MPI_Request request;
  MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
