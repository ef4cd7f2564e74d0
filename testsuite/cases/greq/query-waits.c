/* query_fn calls MPI_Wait on its own request. */
/* case: ranks=1 status=any exit=any options="--timeout=2" */
#include "greq.h"

static MPI_Request copy;

static int query_own(void *state, MPI_Status *status) {
  static int once;
  if (!once++)
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* expect: greq-callback-own-request */
  return query(state, status);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query_own, release, cancel, NULL, &request); /* site: greq-callback-own-request */
  copy = request;
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
