/* A copy of a handle is waited for after the request was completed. */
/* case: status=any exit=any */
#include "case.h"

int main(void) {
  int value;
  MPI_Request request, copy;
  begin();
  if (rank == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request); /* site: request-stale */
    copy = request;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* expect: request-stale */
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
