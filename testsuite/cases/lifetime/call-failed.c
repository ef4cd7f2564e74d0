/* The key was never made, so the call fails at rank 1. Rank 0 waits for it until all are ended.
 */
/* case: status=crashed */
#include "case.h"

int main(void) {
  int key = 12345;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &rank); /* expect: call-failed */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
