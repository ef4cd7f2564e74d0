/* query_fn of one of two requests returns an error, an array of statuses is given. */
/* case: ranks=1 */
#include "greq.h"

static int query_fails(void *state, MPI_Status *status) {
  query(state, status);
  return MPI_ERR_IO;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Grequest_start(query, release, cancel, NULL, &requests[0]);
  MPI_Grequest_start(query_fails, release, cancel, NULL, &requests[1]);
  for (int i = 0; i < 2; i++)
    MPI_Grequest_complete(requests[i]);
  if (MPI_Waitall(2, requests, statuses) == MPI_SUCCESS)
    puts("no error");
  MPI_Finalize();
}
