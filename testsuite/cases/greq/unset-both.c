/* query_fn leaves both the number of elements and the cancelled flag unset in a status that the
 * program gets. */
/* case: ranks=1 */
#include "greq.h"

static int query_part(void *state, MPI_Status *status) {
  (void)state;
  (void)status;
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Status status;
  MPI_Request request;
  MPI_Grequest_start(query_part, release, cancel, NULL, &request); /* site: greq-status-unset */
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status); /* expect: greq-status-unset */
  MPI_Finalize();
}
