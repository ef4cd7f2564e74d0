/* A reduction that everybody gets the result of: the receive of the result is posted early, into the
 * buffer in which the own part is still sent. ScaLAPACK's BLACS. */
#include "case.h"

int main(void) {
  double sum[2] = {1, 2}, other[2];
  MPI_Request answer;
  begin();
  if (rank == 1) {
    MPI_Irecv(sum, 2, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &answer); /* site: buffer-race */
    MPI_Send(sum, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);           /* expect: buffer-race */
    MPI_Wait(&answer, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(other, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum[0] += other[0], sum[1] += other[1];
    MPI_Rsend(sum, 2, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
