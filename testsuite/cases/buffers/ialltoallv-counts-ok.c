/* The counts and displacements of a nonblocking collective call are read before it is complete,
 * and changed then; a call that blocks needs them no longer. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[2] = {1, 2}, b[2], n[2] = {1, 1}, at[2] = {0, 1}, copy;
  MPI_Request request;
  begin();
  MPI_Ialltoallv(a, n, at, MPI_INT, b, n, at, MPI_INT, MPI_COMM_WORLD, &request);
  LOAD(copy, n[0]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  STORE(n[0], 1);
  MPI_Alltoallv(a, n, at, MPI_INT, b, n, at, MPI_INT, MPI_COMM_WORLD);
  STORE(n[0], 0);
  MPI_Finalize();
}
