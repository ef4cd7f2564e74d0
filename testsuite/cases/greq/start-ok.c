/* Calls MPI_Start on a persistent request beside a generalized one. */
/* case: ranks=1 */
#include "greq.h"

int main(void) {
  begin_level(MPI_THREAD_SINGLE);
  MPI_Request request, persistent;
  MPI_Send_init(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &persistent);
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Start(&persistent);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&persistent, MPI_STATUS_IGNORE);
  MPI_Request_free(&persistent);
  MPI_Finalize();
}
