/* The request of a nonblocking broadcast is freed while it is active. */
/* case: status=any exit=any timeout=20 */
#include "case.h"

int main(void) {
  int value = 0;
  MPI_Request request;
  begin();
  if (rank == 1) {
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, /* site: collective-request-freed */
               &request);
    MPI_Request_free(&request); /* expect: collective-request-freed */
  } else {
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
