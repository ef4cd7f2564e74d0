/* query_fn leaves MPI_ERROR to MPI, and looks at it. */
/* case: ranks=1 */
#include "greq.h"

static int query_kept(void *state, MPI_Status *status) {
  int error = status->MPI_ERROR;
  query(state, status);
  status->MPI_ERROR = error;
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Status status = {.MPI_ERROR = MPI_ERR_OTHER};
  MPI_Request request;
  MPI_Grequest_start(query_kept, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status);
  MPI_Finalize();
}
