/* extra_state is freed before the request is waited for, and query_fn does not survive it. */
/* case: ranks=1 status=crashed exit=any */
#include "greq.h"

static int crash(void *state, MPI_Status *status) {
  (void)state;
  (void)status;
  abort();
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int *count = malloc(sizeof *count);
  MPI_Request request;
  MPI_Grequest_start(crash, release, cancel, count, &request); /* site: greq-state-gone */
  MPI_Grequest_complete(request);
  free(count);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: greq-state-gone */
  MPI_Finalize();
}
