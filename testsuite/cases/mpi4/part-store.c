/* A partition is written after it was marked ready. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  int value[4] = {0};
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 4, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  else
    MPI_Precv_init(value, 4, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0)
    for (int i = 0; i < 4; i++)
      MPI_Pready(i, request); /* site: buffer-race */
  if (rank == 0)
    STORE(value[2], 7); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
