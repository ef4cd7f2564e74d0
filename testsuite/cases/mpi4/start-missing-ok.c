/* All processes start it as often, and free it at different times. */
/* case: needs=MPI_Barrier_init ranks=3 */
#include "case.h"
#include <unistd.h>

int main(void) {
  int value = 1, sum = 0;
  MPI_Request request;
  begin();
  MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 3; i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (rank == 1)
    usleep(300000);
  MPI_Request_free(&request);
  MPI_Finalize();
}
