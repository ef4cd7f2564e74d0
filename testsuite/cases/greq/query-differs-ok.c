/* query_fn counts how often it is called, once for each request. */
/* case: ranks=1 */
#include "greq.h"

static int query_counts(void *state, MPI_Status *status) {
  MPI_Status_set_elements(status, MPI_INT, ++*(int *)state);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int calls = 0, flag;
  MPI_Status status;
  MPI_Request request;
  for (int i = 0; i < 2; i++) {
    MPI_Grequest_start(query_counts, release, cancel, &calls, &request);
    MPI_Request_get_status(request, &flag, &status);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
  }
  MPI_Finalize();
}
