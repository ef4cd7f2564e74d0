/* A partitioned send is waited for before all its partitions are ready. */
/* case: needs=MPI_Psend_init status=hung exit=any timeout=30 */
#include "case.h"

int main(void) {
  int value[4] = {0};
  MPI_Request request;
  begin();
  if (rank == 0)
    MPI_Psend_init(value, 4, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, /* site: partition-missing */
                   &request);
  else
    MPI_Precv_init(value, 4, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  if (rank == 0)
    MPI_Pready_range(0, 2, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: partition-missing */
  MPI_Request_free(&request);
  MPI_Finalize();
}
