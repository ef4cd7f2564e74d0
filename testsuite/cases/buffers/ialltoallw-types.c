/* The datatypes of a nonblocking collective call are changed before it is complete; and a buffer
 * that only the datatype of one peer describes. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4], n[2] = {1, 1}, at[2] = {0, 4}, copy;
  MPI_Datatype type[2], other[2] = {MPI_INT, MPI_INT};
  MPI_Request request;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &type[0]);
  MPI_Type_commit(&type[0]);
  type[1] = type[0];
  MPI_Ialltoallw(a, n, at, type, b, n, at, type, /* site: buffer-race */
                 MPI_COMM_WORLD, &request);
  STORE(type[1], MPI_INT); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Ialltoallw(a, n, at, other, b, n, at, other, /* site: buffer-race */
                 MPI_COMM_WORLD, &request);
  STORE(other[0], type[0]); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  type[1] = type[0];
  MPI_Ialltoallw(a, n, at, type, b, n, at, type, /* site: buffer-race */
                 MPI_COMM_WORLD, &request);
  LOAD(copy, b[3]); /* expect: buffer-race */
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&type[0]);
  MPI_Finalize();
}
