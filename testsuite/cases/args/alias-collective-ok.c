/* In place, beside each other, and the same where one of the two is not used. MPICH refuses what
 * begins at the same address, whatever the displacements. */
#include "case.h"

int main(void) {
  int a[8] = {1}, n[2] = {1, 1}, at[2] = {0, 2}, other[2] = {1, 3};
  MPI_Request request;
  begin();
  MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(a, a + 2, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Gather(rank ? (void *)(a + 1) : MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, 0,
             MPI_COMM_WORLD);
  MPI_Reduce(rank ? (void *)a : MPI_IN_PLACE, a, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (MPI_Alltoallv(a, n, at, MPI_INT, a, n, other, MPI_INT, MPI_COMM_WORLD))
    other[0] = 0;
  MPI_Iallgather(MPI_IN_PLACE, 2, MPI_INT, a, 2, MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
