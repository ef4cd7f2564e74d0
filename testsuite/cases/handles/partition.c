/* A partition is marked as ready by a copy of the handle of a freed request. */
/* case: needs=MPI_Psend_init status=any exit=any options="--timeout=10" */
#include "case.h"

int main(void) {
  double value[3] = {1, 2, 3};
  MPI_Request request, copy;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 3, 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, /* site: request-stale */
                   MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 3, 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  copy = request;
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready_range(0, 2, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  if (rank == 0)
    MPI_Pready(0, copy); /* expect: request-stale */
  MPI_Abort(MPI_COMM_WORLD, 0);
}
