/* One callback of each request returns an error, which its status has. */
/* case: ranks=1 */
#include "greq.h"

static int query_fails(void *state, MPI_Status *status) {
  query(state, status);
  return state ? MPI_ERR_IO : MPI_ERR_NO_SPACE;
}

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int one;
  MPI_Request request;
  MPI_Status status;
  for (int i = 0; i < 2; i++) {
    MPI_Grequest_start(query_fails, release, cancel, i ? &one : NULL, &request);
    MPI_Grequest_complete(request);
    if (MPI_Wait(&request, &status) == MPI_SUCCESS)
      puts("no error");
  }
  MPI_Finalize();
}
