/* A message that is too long is cut off: MPI_Recv says so, and nobody looks; optimized. */
/* case: cflags=-O2 */
#include "case.h"

int main(void) {
  int v[2] = {0, 0};
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (rank == 0)
    MPI_Send(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD); /* site: message-truncated */
  else
    MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* expect: error-ignored */ /* expect: message-truncated */
  MPI_Finalize();
}
