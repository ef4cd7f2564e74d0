/* query_fn completes another request. */
/* case: ranks=1 */
#include "greq.h"

static MPI_Request copy;

static int query_other(void *state, MPI_Status *status) {
  MPI_Grequest_complete(copy);
  return query(state, status);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, second;
  MPI_Grequest_start(query_other, release, cancel, NULL, &request);
  MPI_Grequest_start(query, release, cancel, NULL, &second);
  copy = second;
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
