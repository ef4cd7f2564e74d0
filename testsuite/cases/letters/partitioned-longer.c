/* A partitioned receive with too little room. */
/* case: mpi=mpich status=any exit=any */
#include "case.h"

int main(void) {
  int value[8] = {0};
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* site: message-truncated */
  else
    MPI_Precv_init(value, 2, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* expect: message-truncated */
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready_range(0, 3, request);
  if (MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Request_free(&request);
  MPI_Finalize();
}
