/* extra_state is a local variable of a function that has returned. */
/* case: ranks=1 */
#include "greq.h"

static int query_none(void *state, MPI_Status *status) {
  (void)state;
  return query(NULL, status);
}

static __attribute__((noinline)) MPI_Request begun(void) {
  int count = 3;
  MPI_Request request;
  MPI_Grequest_start(query_none, release, cancel, &count, &request); /* site: greq-state-gone */
  return request;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request = begun();
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: greq-state-gone */
  MPI_Finalize();
}
