/* None does. */
#include "case.h"

int main(void) {
  int value[4] = {0}, got[8], sent[] = {2, 2}, received[] = {2, 1}, from[] = {0, 8},
      to[] = {0, 16};
  MPI_Datatype own, plain[] = {MPI_INT, MPI_INT}, types[] = {MPI_INT, MPI_INT};
  begin();
  MPI_Type_create_indexed_block(2, 1, (int[]){0, 1}, MPI_INT, &own);
  MPI_Type_commit(&own);
  types[1] = own;
  MPI_Alltoallw(value, sent, from, plain, got, received, to, types, MPI_COMM_WORLD);
  MPI_Type_free(&own);
  MPI_Finalize();
}
