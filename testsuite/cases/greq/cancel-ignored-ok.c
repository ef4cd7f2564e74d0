/* Cancels a generalized request; cancel_fn completes it. */
/* case: ranks=1 */
#include "greq.h"

static MPI_Request request, copy;
static int stopped;

static int query_cancelled(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, stopped);
  return MPI_SUCCESS;
}

static int cancel_completes(void *state, int complete) {
  (void)state;
  stopped = !complete;
  if (!complete)
    MPI_Grequest_complete(copy);
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int flag;
  MPI_Status status;
  MPI_Grequest_start(query_cancelled, release, cancel_completes, &request, &request);
  copy = request;
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  printf("cancelled %d\n", flag);
  MPI_Finalize();
}
