/* free_fn waits for a receive whose message is sent later. */
/* case: exit=any status=hung options="--timeout=5" */
#include "greq.h"

static MPI_Request receive;

static int release_waits(void *state) {
  MPI_Wait(&receive, MPI_STATUS_IGNORE); /* expect: greq-callback-blocks */ /* expect: deadlock */
  return release(state);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int from, token = rank;
  MPI_Request request;
  MPI_Irecv(&from, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &receive);
  MPI_Grequest_start(query, release_waits, cancel, NULL, &request); /* site: greq-callback-blocks */
  MPI_Grequest_complete(request);

  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
