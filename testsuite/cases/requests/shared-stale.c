/* A copy of a handle is waited for after its operation was completed. The library gives one handle
 * to all operations that are complete at once. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  MPI_Request request, copy;
  begin();
  MPI_Isend(&rank, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request); /* site: request-stale */
  copy = request;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&copy, MPI_STATUS_IGNORE); /* expect: request-stale */
  MPI_Finalize();
}
