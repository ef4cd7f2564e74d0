/* Datatypes of a struct may be freed once it is made, and used until then. */
#include "case.h"

int main(void) {
  int values[12] = {0}, got[12], ones[] = {1, 1}, at[] = {0, 20};
  MPI_Aint places[] = {0, 20};
  MPI_Datatype pair, whole, parts[2] = {MPI_INT, MPI_INT}, pairs[2];
  begin();
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  parts[1] = pair;
  MPI_Type_create_struct(2, ones, places, parts, &whole);
  MPI_Type_commit(&whole);
  pairs[0] = pairs[1] = pair;
  MPI_Alltoallw(values, ones, at, pairs, got, ones, at, pairs, MPI_COMM_WORLD);
  MPI_Type_free(&pair);
  MPI_Sendrecv(values, 1, whole, !rank, 3, got, 1, whole, !rank, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&whole);
  MPI_Finalize();
}
