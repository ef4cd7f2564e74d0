/* Nonblocking collective operations, completed by MPI_Waitall. */
#include "case.h"

int main(void) {
  int one = 1, sum;
  MPI_Request request[2];
  begin();
  MPI_Ibarrier(MPI_COMM_WORLD, &request[0]);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
