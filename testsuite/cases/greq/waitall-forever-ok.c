/* Waits for any of three requests while one can be found complete, then for all. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  int index;
  MPI_Request requests[3], copy;
  MPI_Isend(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[1]);
  MPI_Grequest_start(query, release, cancel, NULL, &requests[2]);
  copy = requests[2];
  MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(requests[1]);
  MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
  MPI_Grequest_complete(copy);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
