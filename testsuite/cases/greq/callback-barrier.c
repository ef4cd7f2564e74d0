/* query_fn waits for the other process in a barrier. */
#include "greq.h"

static int query_meets(void *state, MPI_Status *status) {
  MPI_Barrier(MPI_COMM_WORLD); /* expect: greq-callback-blocks */
  return query(state, status);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query_meets, release, cancel, NULL, &request); /* site: greq-callback-blocks */
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
