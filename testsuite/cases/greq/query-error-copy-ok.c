/* query_fn passes on what a saved status says. */
/* case: ranks=1 */
#include "greq.h"

static void saved(MPI_Status *status) {
  int one = 1, other;
  MPI_Sendrecv(&one, 1, MPI_INT, 0, 0, &other, 1, MPI_INT, 0, 0, MPI_COMM_SELF, status);
}

static int query_fields(void *state, MPI_Status *status) {
  int count, error = status->MPI_ERROR;
  *status = *(MPI_Status *)state;
  status->MPI_ERROR = error;
  MPI_Get_count(status, MPI_INT, &count);
  return count == 1 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Status status;
  MPI_Request request;
  saved(&status);
  MPI_Grequest_start(query_fields, release, cancel, &status, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
