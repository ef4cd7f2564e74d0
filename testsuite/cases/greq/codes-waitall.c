/* query_fn and free_fn of one of three requests return errors: its status has one of them. */
/* case: ranks=1 */
#include "greq.h"

static int query_fails(void *state, MPI_Status *status) {
  query(state, status);
  return MPI_ERR_IO;
}

static int release_fails(void *state) {
  (void)state;
  return MPI_ERR_NO_SPACE;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int errors = 0;
  MPI_Request requests[3];
  MPI_Status statuses[3];
  MPI_Grequest_start(query, release, cancel, NULL, &requests[0]);
  MPI_Grequest_start(query_fails, release_fails, cancel, NULL, /* site: greq-error-lost */
                     &requests[1]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[2]);
  for (int i = 0; i < 3; i++)
    MPI_Grequest_complete(requests[i]);
  for (int i = 0; i < 3; i++)           /* MPICH stops at an error */
    errors += MPI_Waitall(3, requests, statuses) != MPI_SUCCESS; /* expect: greq-error-lost */
  if (!errors)
    puts("no error");
  MPI_Finalize();
}
