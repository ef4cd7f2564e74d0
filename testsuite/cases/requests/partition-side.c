/* Partitions of a receive are marked as ready, and those of a send asked for. */
/* case: mpi=mpich */
#include "case.h"

int main(void) {
  int value[8] = {0}, flag = 0;
  MPI_Request request;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (rank == 0)
    MPI_Psend_init(value, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* site: partition-invalid */
  else
    MPI_Precv_init(value, 4, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0) {
    if (MPI_Parrived(request, 0, &flag) == MPI_SUCCESS) /* expect: partition-invalid */
      flag = 1;
    MPI_Pready_range(0, 3, request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
