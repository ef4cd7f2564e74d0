/* A process starts its persistent reduction more often than the others do. */
/* case: needs=MPI_Barrier_init ranks=3 status=hung exit=any */
#include "case.h"

int main(void) {
  int value = 1, sum = 0;
  MPI_Request request;
  begin();
  MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 3 + (rank == 1); i++) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* expect: deadlock */
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
