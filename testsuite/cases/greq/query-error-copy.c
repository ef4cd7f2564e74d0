/* query_fn assigns a saved status as a whole, MPI_ERROR with it. */
/* case: ranks=1 */
#include "greq.h"

static void saved(MPI_Status *status) {
  int one = 1, other;
  MPI_Sendrecv(&one, 1, MPI_INT, 0, 0, &other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, status);
  status->MPI_ERROR = MPI_ERR_TRUNCATE;
}

static int query_copy(void *state, MPI_Status *status) {
  *status = *(MPI_Status *)state;
  return MPI_SUCCESS;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Status status;
  MPI_Request request;
  saved(&status);
  MPI_Grequest_start(query_copy, release, cancel, &status, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: greq-query-error */
  MPI_Finalize();
}
