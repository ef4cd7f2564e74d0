/* The datatypes of a nonblocking call among neighbours are changed before it is complete, and
 * what one of them describes is read. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4], n[2] = {1, 1}, two = 2, ring = 1, copy;
  MPI_Aint at[2] = {0, 8};
  MPI_Datatype type[2] = {MPI_INT, MPI_2INT};
  MPI_Request request;
  MPI_Comm comm;
  begin();
  MPI_Cart_create(MPI_COMM_WORLD, 1, &two, &ring, 0, &comm);
  type[0] = type[1];
  MPI_Ineighbor_alltoallw(a, n, at, type, b, n, at, type, comm, /* site: buffer-race */
                          &request);
  STORE(type[1], MPI_INT); /* expect: buffer-race */
  LOAD(copy, b[3]); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
