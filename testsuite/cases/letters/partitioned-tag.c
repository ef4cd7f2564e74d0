/* Partitioned operations with other tags. */
/* case: mpi=mpich status=hung exit=any */
#include "case.h"

int main(void) {
  int value[8] = {0};
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* site: deadlock */
  else
    MPI_Precv_init(value, 4, 2, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* site: deadlock */
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready_range(0, 3, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: deadlock */
  MPI_Request_free(&request);
  MPI_Finalize();
}
