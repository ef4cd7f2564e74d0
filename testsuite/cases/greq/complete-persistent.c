/* Calls MPI_Grequest_complete on a persistent request. */
/* case: ranks=1 status=any exit=any */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int value = 1, other = 0;
  MPI_Request request;
  MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
  other = value;
  MPI_Grequest_complete(request); /* expect: greq-complete-other */
  MPI_Request_free(&request);
  value = other;
  MPI_Finalize();
}
