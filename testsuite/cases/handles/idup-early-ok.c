/* It is used after that. */
#include "case.h"

int main(void) {
  int x = 0;
  MPI_Comm comm;
  MPI_Request request;
  begin();
  MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_size(comm, &x);
  MPI_Bcast(&x, 1, MPI_INT, 0, comm);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
