/* extra_state is freed by free_fn, after query_fn has read it. */
/* case: ranks=1 */
#include "greq.h"

static int count(void *state, MPI_Status *status) {
  query(state, status);
  MPI_Status_set_elements(status, MPI_INT, *(int *)state);
  return MPI_SUCCESS;
}

static int drop(void *state) {
  free(state);
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int *state = calloc(1, sizeof *state);
  MPI_Request request;
  MPI_Grequest_start(count, drop, cancel, state, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
