/* free_fn waits for a receive that is complete. */
#include "greq.h"

static MPI_Request receive;

static int release_waits(void *state) {
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  return release(state);
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int from, token = rank, flag = 0;
  MPI_Request request;
  MPI_Irecv(&from, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &receive);
  MPI_Grequest_start(query, release_waits, cancel, NULL, &request);
  MPI_Send(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  while (!flag)
    MPI_Request_get_status(receive, &flag, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
