/* Cancels a generalized request; cancel_fn does nothing, and nobody completes it. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request); /* expect: greq-cancel-ignored */
  MPI_Cancel(&request);                                       /* site: greq-cancel-ignored */
  MPI_Finalize();
}
