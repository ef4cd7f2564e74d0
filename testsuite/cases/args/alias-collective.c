/* Send and receive buffer of collective calls overlap: blocking and nonblocking ones, and those
 * of which only the root's is used. */
#include "case.h"

int main(void) {
  int a[8] = {1}, n[2] = {1, 1}, at[2] = {0, 1};
  MPI_Request request;
  begin();
  MPI_Allreduce(a, a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // expect: result-overlap
  MPI_Gather(a + 1, 1, MPI_INT, a, 1, MPI_INT, 0,           // expect: result-overlap
             MPI_COMM_WORLD);
  MPI_Alltoallv(a + 1, n, at, MPI_INT, a, n, at, MPI_INT, // expect: result-overlap
                MPI_COMM_WORLD);
  MPI_Iallgather(rank ? a : a + 2, 2, MPI_INT, a, 2, MPI_INT, // expect: result-overlap
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
