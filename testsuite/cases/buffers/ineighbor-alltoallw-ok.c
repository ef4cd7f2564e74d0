/* The same when the call is complete. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4], n[2] = {1, 1}, two = 2, ring = 1, copy;
  MPI_Aint at[2] = {0, 8};
  MPI_Datatype type[2] = {MPI_2INT, MPI_2INT};
  MPI_Request request;
  MPI_Comm comm;
  begin();
  MPI_Cart_create(MPI_COMM_WORLD, 1, &two, &ring, 0, &comm);
  MPI_Ineighbor_alltoallw(a, n, at, type, b, n, at, type, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  STORE(type[1], MPI_INT);
  LOAD(copy, b[3]);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
