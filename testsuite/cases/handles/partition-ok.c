/* Partitioned requests are freed and made again. */
/* case: needs=MPI_Psend_init */
#include "case.h"

int main(void) {
  double value[3] = {1, 2, 3};
  MPI_Request request;
  begin();
  for (int i = 0; i < 6; i++) {
    if (rank == 0)
      MPI_Psend_init(value, 3, 1, MPI_DOUBLE, !rank, i, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request);
    else
      MPI_Precv_init(value, 3, 1, MPI_DOUBLE, !rank, i, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &request);
    MPI_Start(&request);
    if (rank == 0)
      MPI_Pready_range(0, 2, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
}
