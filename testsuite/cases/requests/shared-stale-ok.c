/* Each handle is waited for once, whatever variable has it. */
#include "case.h"

int main(void) {
  MPI_Request request, copy;
  begin();
  MPI_Isend(&rank, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  copy = request;
  MPI_Isend(&rank, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
