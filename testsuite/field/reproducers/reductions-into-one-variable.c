/* Two reductions that are under way at once have one result. comm_idup_iallreduce of MPICH's tests. */
#include "case.h"

int main(void) {
  int in = 1, out;
  MPI_Request request[2];
  begin();
  MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]); /* site: buffer-race */
  MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[1]); /* expect: buffer-race */
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
