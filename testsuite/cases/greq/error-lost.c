/* free_fn of one of two requests returns an error, MPI_STATUSES_IGNORE is given. */
/* case: ranks=1 */
#include "greq.h"

static int release_fails(void *state) {
  (void)state;
  return MPI_ERR_IO;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request requests[2];
  MPI_Grequest_start(query, release, cancel, NULL, &requests[0]);
  MPI_Grequest_start(query, release_fails, cancel, NULL, &requests[1]); /* site: greq-error-lost */
  for (int i = 0; i < 2; i++)
    MPI_Grequest_complete(requests[i]);
  if (MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS) /* expect: greq-error-lost */
    puts("no error");
  MPI_Finalize();
}
