/* query_fn and free_fn of one request return errors: the call returns one of them. */
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
  MPI_Request request;
  MPI_Status status;
  MPI_Grequest_start(query_fails, release_fails, cancel, NULL, /* site: greq-error-lost */
                     &request);
  MPI_Grequest_complete(request);
  if (MPI_Wait(&request, &status) == MPI_SUCCESS) /* expect: greq-error-lost */
    puts("no error");
  MPI_Finalize();
}
