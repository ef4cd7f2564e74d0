/* A partition is read before it has arrived. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  int value[2] = {0}, seen;
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 2, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 2, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request); /* site: buffer-race */
  if (rank == 0)
    MPI_Pready_range(0, 1, request);
  else
    LOAD(seen, value[1]); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
