/* extra_state is a local variable of main. */
/* case: ranks=1 */
#include "greq.h"

struct state {
  int count;
};

static int query_state(void *state, MPI_Status *status) {
  MPI_Status_set_elements(status, MPI_INT, ((struct state *)state)->count);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static __attribute__((noinline)) MPI_Request begun(struct state *state) {
  MPI_Request request;
  MPI_Grequest_start(query_state, release, cancel, state, &request);
  return request;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  struct state state = {3};
  MPI_Request request = begun(&state);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request twice = begun(&state);
  MPI_Grequest_complete(twice);
  MPI_Wait(&twice, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
