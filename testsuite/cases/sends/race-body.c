/* A header of any rank, then a body of a length that it tells: of the same rank. */
/* case: ranks=4 options="--message-races" */
#include "case.h"

int main(void) {
  int n, body[8] = {0};
  MPI_Status status;
  begin();
  for (int k = 0; k < 9; k++) {
    n = (rank + k) % 8;
    if (rank) {
      MPI_Send(&n, 1, MPI_INT, 0, 3, MPI_COMM_WORLD); /* site: message-race */
      MPI_Send(body, n, MPI_FLOAT, 0, 3, MPI_COMM_WORLD);
    }
    for (int i = 1; rank == 0 && i < size; i++) {
      MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, /* expect: message-race */
               &status);
      MPI_Recv(body, n, MPI_FLOAT, status.MPI_SOURCE, 3, MPI_COMM_WORLD, &status);
    }
  }
  MPI_Finalize();
}
