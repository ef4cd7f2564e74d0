/* The arrays of a persistent collective operation are changed while it is active. */
/* case: mpi=mpich levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[2] = {1, 2}, b[2], n[2] = {1, 1}, at[2] = {0, 4};
  MPI_Datatype type[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  begin();
  MPI_Alltoallw_init(a, n, at, type, b, n, at, type, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&request); /* site: buffer-race */
    if (i)
      STORE(type[1], MPI_FLOAT); /* expect: buffer-race */
    if (i)
      STORE(at[0], 0); /* expect: buffer-race */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
}
