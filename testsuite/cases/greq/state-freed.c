/* extra_state is freed before the request is waited for. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int *count = malloc(sizeof *count);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, count, &request); /* site: greq-state-gone */
  MPI_Grequest_complete(request);
  free(count);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: greq-state-gone */
  MPI_Finalize();
}
