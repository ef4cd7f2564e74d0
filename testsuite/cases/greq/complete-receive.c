/* Calls MPI_Grequest_complete on the request of a receive. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int value = 1, other = 0;
  MPI_Request request;
  MPI_Irecv(&other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  MPI_Grequest_complete(request); /* expect: greq-complete-other */
  MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
