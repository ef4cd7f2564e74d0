/* A partition is read when MPI_Parrived says that it is there; the others are not. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  int value[2] = {0}, there = 0, seen;
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 2, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 2, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready_range(0, 1, request);
  while (rank == 1 && !there)
    MPI_Parrived(request, 1, &there);
  if (rank == 1)
    LOAD(seen, value[1]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
