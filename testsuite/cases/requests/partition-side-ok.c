/* Each call is given the other request. */
/* case: mpi=mpich */
#include "case.h"

int main(void) {
  int value[8] = {0}, flag = 0;
  MPI_Request request;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (rank == 0)
    MPI_Psend_init(value, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 4, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0) {
    MPI_Pready_range(0, 3, request);
  }
  while (rank == 1 && !flag)
    MPI_Parrived(request, 0, &flag);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
