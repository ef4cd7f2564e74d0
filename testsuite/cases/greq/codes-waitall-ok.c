/* Of two requests one callback each returns an error: their statuses have both. */
/* case: ranks=1 */
#include "greq.h"

static int query_fails(void *state, MPI_Status *status) {
  query(state, status);
  return state ? MPI_ERR_IO : MPI_ERR_NO_SPACE;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int one, errors = 0;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  for (int i = 0; i < 2; i++)
    MPI_Grequest_start(query_fails, release, cancel, i ? &one : NULL, &requests[i]);
  for (int i = 0; i < 2; i++)
    MPI_Grequest_complete(requests[i]);
  for (int i = 0; i < 2; i++) /* MPICH stops at an error */
    errors += MPI_Waitall(2, requests, statuses) != MPI_SUCCESS;
  if (!errors)
    puts("no error");
  MPI_Finalize();
}
