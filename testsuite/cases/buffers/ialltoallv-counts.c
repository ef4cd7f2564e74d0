/* The counts and displacements of a nonblocking collective call are changed before it is
 * complete. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[2] = {1, 2}, b[2], n[2] = {1, 1}, at[2] = {0, 1}, m[2] = {1, 1}, sum;
  MPI_Request request;
  begin();
  MPI_Ialltoallv(a, n, at, MPI_INT, b, n, at, MPI_INT, // site: buffer-race
                 MPI_COMM_WORLD, &request);
  STORE(n[0], 0); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ireduce_scatter(a, &sum, m, MPI_INT, MPI_SUM, // site: buffer-race
                      MPI_COMM_WORLD, &request);
  STORE(m[1], 0); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
