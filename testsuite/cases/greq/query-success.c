/* query_fn sets MPI_ERROR, to MPI_SUCCESS. */
/* case: ranks=1 */
#include "greq.h"

static int query_error(void *state, MPI_Status *status) {
  query(state, status);
  status->MPI_ERROR = MPI_SUCCESS;
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Status status = {.MPI_ERROR = MPI_SUCCESS};
  MPI_Request request;
  MPI_Grequest_start(query_error, release, cancel, NULL, &request); /* site: greq-query-error */
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status); /* expect: greq-query-error */
  MPI_Finalize();
}
