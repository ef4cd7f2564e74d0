/* The result of a persistent reduction is read before the operation is complete. */
/* case: needs=MPI_Allreduce_init */
#include "case.h"

int main(void) {
  int mine, sum = 0, seen;
  MPI_Request request;
  begin();
  mine = rank;
  MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request); /* site: buffer-race */
  LOAD(seen, sum); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Finalize();
}
