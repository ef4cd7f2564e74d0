/* The first of two messages is longer than its receive, which ends the program. The second one
 * would have fitted into its own. */
/* case: status=crashed */
#include "case.h"

int main(void) {
  int pair[2] = {0}, one;
  double x = 0;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(pair, 2, MPI_INT, 1, 0, MPI_COMM_WORLD); /* site: message-truncated */
    MPI_Send(&x, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* expect: message-truncated */
             MPI_STATUS_IGNORE);
    MPI_Recv(&x, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
