/* They are read only, and changed when the call is complete; so is what no datatype describes. */
/* case: levels=mpi,compiled */
#include "case.h"

int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, b[5], n[2] = {1, 1}, at[2] = {0, 12}, copy;
  MPI_Datatype type[2], read;
  MPI_Request request;
  begin();
  MPI_Type_vector(2, 1, 2, MPI_INT, &type[0]);
  MPI_Type_commit(&type[0]);
  type[1] = MPI_INT;
  if (rank == 1) { /* one int with the other rank's, two with the own */
    MPI_Datatype own = type[0];
    type[0] = type[1];
    type[1] = own;
    at[0] = 12;
    at[1] = 0;
  }
  MPI_Ialltoallw(a, n, at, type, b, n, at, type, MPI_COMM_WORLD, &request);
  LOAD(read, type[1]);
  LOAD(copy, b[1]);
  STORE(a[4], 1);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  STORE(type[1], MPI_INT);
  if (rank == 0)
    read = type[0];
  MPI_Type_free(&read);
  MPI_Finalize();
}
