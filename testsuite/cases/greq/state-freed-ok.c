/* free_fn frees extra_state. */
/* case: ranks=1 */
#include "greq.h"

static int release_state(void *state) {
  free(state);
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  for (int i = 0; i < 3; i++) {
    MPI_Grequest_start(query, release_state, cancel, malloc(4), &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
