/* Waits for any of two generalized requests, one of which is complete. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int index;
  MPI_Request requests[2], first;
  MPI_Grequest_start(query, release, cancel, NULL, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
  first = requests[0];
  MPI_Grequest_complete(requests[1]);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(first);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
